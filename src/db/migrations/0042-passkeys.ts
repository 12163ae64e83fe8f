import type { Migration } from '../migration.ts';

/** Passkeys, and the challenges that were used and have not expired. A program of an older version signs users in by password. */
export const passkeys: Migration = {
  name: '0042-passkeys',
  isAdditive: true,

  async up(tx, { id, text }) {
    await tx.schema
      .createTable('passkeys')
      .addColumn('id', id.type, id.build)
      .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('credential_id', text, (column) => column.notNull().unique())
      .addColumn('public_key', 'text', (column) => column.notNull())
      .addColumn('counter', 'bigint', (column) => column.notNull())
      .addColumn('transports', 'text', (column) => column.notNull())
      .addColumn('is_synced', 'integer', (column) => column.notNull())
      .addColumn('name', text, (column) => column.notNull())
      .addColumn('used_at', 'bigint')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await tx.schema.createIndex('passkeys_by_user').on('passkeys').columns(['user_id', 'id']).execute();

    await tx.schema
      .createTable('spent_challenges')
      .addColumn('challenge', text, (column) => column.primaryKey())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute();
    await tx.schema.createIndex('spent_challenges_by_end').on('spent_challenges').column('expires_at').execute();
  },
};

import type { Migration } from '../migration.ts';

/** Users with their keys, pixels, settings of the store, and tallies. */
export const identityAndPixels: Migration = {
  name: '0001-identity-and-pixels',

  async up(tx, { id, text }) {
    await tx.schema
      .createTable('settings')
      .addColumn('name', text, (column) => column.primaryKey())
      .addColumn('value', text, (column) => column.notNull())
      .execute();

    await tx.schema
      .createTable('users')
      .addColumn('id', id.type, id.build)
      .addColumn('email', text, (column) => column.notNull().unique())
      .addColumn('username', text, (column) => column.notNull().unique())
      .addColumn('password_hash', text, (column) => column.notNull())
      .addColumn('is_admin', 'integer', (column) => column.notNull())
      .addColumn('expires_at', 'bigint')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();

    await tx.schema
      .createTable('tallies')
      .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('noun', text, (column) => column.notNull())
      .addColumn('rows', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('tallies_primary', ['user_id', 'noun'])
      .execute();

    await tx.schema
      .createTable('keys')
      .addColumn('id', id.type, id.build)
      .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('name', text, (column) => column.notNull())
      .addColumn('hash', text, (column) => column.notNull().unique())
      .addColumn('hint', text, (column) => column.notNull())
      .addColumn('expires_at', 'bigint')
      .addColumn('used_at', 'bigint')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await tx.schema.createIndex('keys_by_user').on('keys').columns(['user_id', 'id']).execute();

    await tx.schema
      .createTable('pixels')
      .addColumn('id', id.type, id.build)
      .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('type', text, (column) => column.notNull())
      .addColumn('name', text, (column) => column.notNull())
      .addColumn('tag', text, (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await tx.schema.createIndex('pixels_by_user').on('pixels').columns(['user_id', 'id']).execute();
  },
};

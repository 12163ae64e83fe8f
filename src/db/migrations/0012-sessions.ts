import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Sessions of the dashboard, password reset links, and disabled users. */
export const sessions: Migration = {
  name: '0012-sessions',

  async up(tx, { id, text }) {
    await tx.schema
      .createTable('sessions')
      .addColumn('id', id.type, id.build)
      .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('hash', text, (column) => column.notNull().unique())
      .addColumn('agent', text, (column) => column.notNull())
      .addColumn('used_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await tx.schema.createIndex('sessions_by_user').on('sessions').columns(['user_id', 'used_at', 'id']).execute();

    await tx.schema
      .createTable('password_resets')
      .addColumn('id', id.type, id.build)
      .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('hash', text, (column) => column.notNull().unique())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await tx.schema.createIndex('password_resets_by_user').on('password_resets').column('user_id').execute();

    await tx.schema
      .alterTable('users')
      .addColumn('is_disabled', 'integer', (column) => column.notNull().defaultTo(sql`0`))
      .execute();
  },
};

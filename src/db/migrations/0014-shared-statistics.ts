import type { Migration } from '../migration.ts';

/** Links whose statistics are shared under a secret URL; deleting a link stops the sharing. */
export const sharedStatistics: Migration = {
  name: '0014-shared-statistics',

  async up(tx, { text }) {
    await tx.schema
      .createTable('shares')
      .addColumn('link_id', 'bigint', (column) => column.primaryKey().references('links.id').onDelete('cascade'))
      .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('nonce', text, (column) => column.notNull())
      .addColumn('hash', text, (column) => column.notNull().unique())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await tx.schema.createIndex('shares_by_user').on('shares').column('user_id').execute();
  },
};

import type { Migration } from '../migration.ts';

/** Users that are being deleted, and who gets their content. A removal that was interrupted goes on at the next start. */
export const userRemovals: Migration = {
  name: '0033-user-removals',
  isAdditive: true,

  async up(tx) {
    await tx.schema
      .createTable('user_removals')
      .addColumn('user_id', 'bigint', (column) => column.primaryKey().references('users.id').onDelete('cascade'))
      .addColumn('heir_id', 'bigint', (column) => column.references('users.id'))
      .addColumn('started_at', 'bigint', (column) => column.notNull())
      .execute();
  },
};

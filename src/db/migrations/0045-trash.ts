import type { Migration } from '../migration.ts';

/** Deleted rows that can be restored. */
export const trash: Migration = {
  name: '0045-trash',
  isAdditive: true,

  async up(tx, { id, text }) {
    await tx.schema
      .createTable('trash')
      .addColumn('id', id.type, id.build)
      .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('noun', text, (column) => column.notNull())
      .addColumn('item_id', 'bigint', (column) => column.notNull())
      .addColumn('name', text, (column) => column.notNull())
      .addColumn('content', text, (column) => column.notNull())
      .addColumn('is_taken_down', 'integer', (column) => column.notNull())
      .addColumn('campaign_id', 'bigint')
      .addColumn('late_visits', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('deleted_at', 'bigint', (column) => column.notNull())
      .execute();
    await tx.schema.createIndex('trash_by_item').unique().on('trash').columns(['noun', 'item_id']).execute();
    await tx.schema.createIndex('trash_by_user').on('trash').columns(['user_id', 'id']).execute();
    await tx.schema.createIndex('trash_by_time').on('trash').columns(['deleted_at', 'id']).execute();
  },
};

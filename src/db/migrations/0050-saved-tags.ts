import type { Migration } from '../migration.ts';

/** Tags with a color, which exist before a link has them; other tags exist only on links. */
export const savedTags: Migration = {
  name: '0050-saved-tags',
  isAdditive: true,

  async up(tx, { id, text }) {
    await tx.schema
      .createTable('saved_tags')
      .addColumn('id', id.type, id.build)
      .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('name', text, (column) => column.notNull())
      .addColumn('color', text, (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    // Not unique: a user who gets the content of another one may have a tag of the same name.
    await tx.schema.createIndex('saved_tags_by_user').on('saved_tags').columns(['user_id', 'name']).execute();
  },
};

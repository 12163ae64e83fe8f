import type { Migration } from '../migration.ts';

/** Bio pages and their blocks. */
export const bioPages: Migration = {
  name: '0009-bio-pages',

  async up(tx, { id, text }) {
    await tx.schema
      .createTable('bio_pages')
      .addColumn('id', id.type, id.build)
      .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('name', text, (column) => column.notNull())
      .addColumn('slug', text, (column) => column.notNull().unique())
      .addColumn('headline', text, (column) => column.notNull())
      .addColumn('text', text, (column) => column.notNull())
      .addColumn('avatar', 'bigint')
      .addColumn('theme', text, (column) => column.notNull())
      .addColumn('design', text, (column) => column.notNull())
      .addColumn('status', text, (column) => column.notNull())
      .addColumn('meta_title', text, (column) => column.notNull())
      .addColumn('meta_description', text, (column) => column.notNull())
      .addColumn('search_words', text, (column) => column.notNull())
      .addColumn('views', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await tx.schema.createIndex('bio_pages_by_user').on('bio_pages').columns(['user_id', 'id']).execute();

    await tx.schema
      .createTable('bio_blocks')
      .addColumn('id', id.type, id.build)
      .addColumn('bio_id', 'bigint', (column) => column.notNull().references('bio_pages.id').onDelete('cascade'))
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('type', text, (column) => column.notNull())
      .addColumn('data', text, (column) => column.notNull())
      .addColumn('clicks', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
    await tx.schema.createIndex('bio_blocks_by_page').on('bio_blocks').columns(['bio_id', 'position']).execute();
  },
};

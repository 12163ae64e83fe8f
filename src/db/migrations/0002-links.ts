import type { Migration } from '../migration.ts';

/** Links with their tags and pixels. */
export const links: Migration = {
  name: '0002-links',

  async up(tx, { id, text }) {
    await tx.schema
      .createTable('links')
      .addColumn('id', id.type, id.build)
      .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('domain_id', 'bigint', (column) => column.notNull())
      .addColumn('alias', text, (column) => column.notNull())
      .addColumn('url', text, (column) => column.notNull())
      .addColumn('url_hash', text, (column) => column.notNull())
      .addColumn('description', text, (column) => column.notNull())
      .addColumn('type', text, (column) => column.notNull())
      .addColumn('password_hash', text)
      .addColumn('expires_at', 'bigint')
      .addColumn('starts_at', 'bigint')
      .addColumn('expiry_url', text)
      .addColumn('max_clicks', 'bigint')
      .addColumn('spent_clicks', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('status', text, (column) => column.notNull())
      .addColumn('forward_query', 'integer', (column) => column.notNull())
      .addColumn('redirect_code', 'integer', (column) => column.notNull())
      .addColumn('rules', text)
      .addColumn('meta_title', text, (column) => column.notNull())
      .addColumn('meta_description', text, (column) => column.notNull())
      .addColumn('meta_image', text, (column) => column.notNull())
      .addColumn('search_words', text, (column) => column.notNull())
      .addColumn('clicks', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await tx.schema.createIndex('links_by_alias').unique().on('links').columns(['domain_id', 'alias']).execute();
    await tx.schema.createIndex('links_by_user').on('links').columns(['user_id', 'id']).execute();
    await tx.schema.createIndex('links_by_url').on('links').columns(['user_id', 'url_hash']).execute();
    await tx.schema.createIndex('links_by_clicks').on('links').columns(['user_id', 'clicks', 'id']).execute();

    await tx.schema
      .createTable('link_tags')
      .addColumn('link_id', 'bigint', (column) => column.notNull().references('links.id').onDelete('cascade'))
      .addColumn('user_id', 'bigint', (column) => column.notNull())
      .addColumn('tag', text, (column) => column.notNull())
      .addPrimaryKeyConstraint('link_tags_primary', ['link_id', 'tag'])
      .execute();
    await tx.schema.createIndex('link_tags_by_tag').on('link_tags').columns(['user_id', 'tag', 'link_id']).execute();

    await tx.schema
      .createTable('link_pixels')
      .addColumn('link_id', 'bigint', (column) => column.notNull().references('links.id').onDelete('cascade'))
      .addColumn('pixel_id', 'bigint', (column) => column.notNull().references('pixels.id').onDelete('cascade'))
      .addPrimaryKeyConstraint('link_pixels_primary', ['link_id', 'pixel_id'])
      .execute();
    await tx.schema.createIndex('link_pixels_by_pixel').on('link_pixels').column('pixel_id').execute();
  },
};

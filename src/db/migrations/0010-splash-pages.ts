import type { Migration } from '../migration.ts';

/** Splash pages, and the links that show them. */
export const splashPages: Migration = {
  name: '0010-splash-pages',

  async up(tx, { id, text }) {
    await tx.schema
      .createTable('splash_pages')
      .addColumn('id', id.type, id.build)
      .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('name', text, (column) => column.notNull())
      .addColumn('search_words', text, (column) => column.notNull())
      .addColumn('title', text, (column) => column.notNull())
      .addColumn('text', text, (column) => column.notNull())
      .addColumn('button', text, (column) => column.notNull())
      .addColumn('seconds', 'integer', (column) => column.notNull())
      .addColumn('background', text)
      .addColumn('foreground', text)
      .addColumn('accent', text)
      .addColumn('picture_id', 'bigint', (column) => column.references('files.id').onDelete('set null'))
      .addColumn('logo_id', 'bigint', (column) => column.references('files.id').onDelete('set null'))
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await tx.schema.createIndex('splash_pages_by_user').on('splash_pages').columns(['user_id', 'id']).execute();
    await tx.schema.createIndex('splash_pages_by_picture').on('splash_pages').column('picture_id').execute();
    await tx.schema.createIndex('splash_pages_by_logo').on('splash_pages').column('logo_id').execute();

    // No foreign key: the id is a splash page or an overlay, depending on the type of the link.
    await tx.schema.alterTable('links').addColumn('interstitial_id', 'bigint').execute();
    // A partial index: nearly every link has none.
    await tx.schema
      .createIndex('links_by_interstitial')
      .on('links')
      .columns(['interstitial_id', 'type'])
      .where('interstitial_id', 'is not', null)
      .execute();
  },
};

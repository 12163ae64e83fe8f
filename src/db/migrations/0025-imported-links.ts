import type { Migration } from '../migration.ts';

/** Lists in the order of creation dates, which an import sets; and the clicks that a link had before it was imported. */
export const importedLinks: Migration = {
  name: '0025-imported-links',

  async up(tx) {
    await tx.schema.createIndex('links_by_created').on('links').columns(['user_id', 'created_at', 'id']).execute();
    await tx.schema
      .alterTable('links')
      .addColumn('imported_clicks', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};

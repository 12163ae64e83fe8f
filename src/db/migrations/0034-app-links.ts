import type { Migration } from '../migration.ts';

/** The files by which apps claim the links of a host, and what links do for visitors with an app or in the browser of an app. */
export const appLinks: Migration = {
  name: '0034-app-links',
  isAdditive: true,

  async up(tx, { text }) {
    await tx.schema
      .createTable('well_known_files')
      .addColumn('domain_id', 'bigint', (column) => column.notNull())
      .addColumn('name', text, (column) => column.notNull())
      .addColumn('content', text, (column) => column.notNull())
      .addPrimaryKeyConstraint('well_known_files_key', ['domain_id', 'name'])
      .execute();
    await tx.schema.alterTable('links').addColumn('app', text).execute();
    await tx.schema
      .alterTable('links')
      .addColumn('escapes', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};

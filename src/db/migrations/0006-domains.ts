import type { Migration } from '../migration.ts';

/** Branded domains, and indexes for the links on them; links on the main host are in none of these indexes. */
export const domains: Migration = {
  name: '0006-domains',

  async up(tx, { id, text }) {
    await tx.schema
      .createTable('domains')
      .addColumn('id', id.type, id.build)
      .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('scheme', text, (column) => column.notNull())
      .addColumn('host', text, (column) => column.notNull().unique())
      .addColumn('name', text, (column) => column.notNull())
      .addColumn('redirect_root', text)
      .addColumn('redirect_404', text)
      .addColumn('link_count', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('dns', text, (column) => column.notNull())
      .addColumn('dns_checked_at', 'bigint')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await tx.schema.createIndex('domains_by_user').on('domains').columns(['user_id', 'id']).execute();
    await tx.schema.createIndex('domains_by_name').on('domains').column('name').execute();

    await tx.schema
      .createIndex('links_by_domain')
      .on('links')
      .columns(['domain_id', 'id'])
      .where('domain_id', '>', 0)
      .execute();
    await tx.schema
      .createIndex('links_by_domain_clicks')
      .on('links')
      .columns(['domain_id', 'clicks', 'id'])
      .where('domain_id', '>', 0)
      .execute();
  },
};

import type { Migration } from '../migration.ts';

/** Named sets of UTM parameters. */
export const utmTemplates: Migration = {
  name: '0028-utm-templates',

  async up(tx, { id, text }) {
    await tx.schema
      .createTable('utm_templates')
      .addColumn('id', id.type, id.build)
      .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('name', text, (column) => column.notNull())
      .addColumn('utm_source', text, (column) => column.notNull())
      .addColumn('utm_medium', text, (column) => column.notNull())
      .addColumn('utm_campaign', text, (column) => column.notNull())
      .addColumn('utm_term', text, (column) => column.notNull())
      .addColumn('utm_content', text, (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await tx.schema.createIndex('utm_templates_by_user').on('utm_templates').columns(['user_id', 'id']).execute();
  },
};

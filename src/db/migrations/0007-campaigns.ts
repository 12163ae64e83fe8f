import type { Migration } from '../migration.ts';

/** Campaigns, and the campaign of a link. */
export const campaigns: Migration = {
  name: '0007-campaigns',

  async up(tx, { id, text }) {
    await tx.schema
      .createTable('campaigns')
      .addColumn('id', id.type, id.build)
      .addColumn('user_id', 'bigint', (column) => column.notNull().references('users.id').onDelete('cascade'))
      .addColumn('name', text, (column) => column.notNull())
      .addColumn('slug', text, (column) => column.unique())
      .addColumn('is_public', 'integer', (column) => column.notNull())
      .addColumn('search_words', text, (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await tx.schema.createIndex('campaigns_by_user').on('campaigns').columns(['user_id', 'id']).execute();

    await tx.schema
      .alterTable('links')
      .addColumn('campaign_id', 'bigint', (column) => column.references('campaigns.id').onDelete('set null'))
      .execute();
    await tx.schema
      .alterTable('links')
      .addColumn('campaign_weight', 'integer', (column) => column.notNull().defaultTo(1))
      .execute();
    // A partial index: links without a campaign cost nothing.
    await tx.schema
      .createIndex('links_by_campaign')
      .on('links')
      .columns(['campaign_id', 'id'])
      .where('campaign_id', 'is not', null)
      .execute();
  },
};

import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Indexes for rare kinds of links: disabled, with rules, or with a page before the destination. */
export const linkFilters: Migration = {
  name: '0015-link-filters',

  async up(tx) {
    await tx.schema
      .createIndex('links_by_type')
      .on('links')
      .columns(['user_id', 'type', 'id'])
      .where(sql<boolean>`type <> 'direct'`)
      .execute();
    await tx.schema
      .createIndex('links_by_rules')
      .on('links')
      .columns(['user_id', 'id'])
      .where(sql<boolean>`rules is not null`)
      .execute();
    await tx.schema
      .createIndex('links_by_status')
      .on('links')
      .columns(['user_id', 'id'])
      .where(sql<boolean>`status = 'disabled'`)
      .execute();
  },
};

import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * The table of click counts is called what it holds. Its index keeps the name `pages_by_hour`: SQLite cannot rename an index, and
 * building it again would read the whole table.
 */
export const rollups: Migration = {
  name: '0023-rollups',

  async up(tx) {
    await sql`alter table pages rename to rollups`.execute(tx);
  },
};

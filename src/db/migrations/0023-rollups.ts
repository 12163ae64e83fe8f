import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * Renames the table of click counts after its content. Its index keeps the name `pages_by_hour`: SQLite cannot rename an index, and
 * rebuilding it would read the whole table.
 */
export const rollups: Migration = {
  name: '0023-rollups',

  async up(tx) {
    await sql`alter table pages rename to rollups`.execute(tx);
  },
};

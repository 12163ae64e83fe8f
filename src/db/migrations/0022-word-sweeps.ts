import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** The state of the daily sweep of unused words: the sweep in which a word was found unused, and the sweeps that have ended. */
export const wordSweeps: Migration = {
  name: '0022-word-sweeps',

  async up(tx) {
    await tx.schema
      .alterTable('words')
      .addColumn('unused_in', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
    await tx.schema
      .createTable('word_sweeps')
      .addColumn('number', 'bigint', (column) => column.primaryKey())
      .execute();
    await sql`insert into word_sweeps (number) values (0)`.execute(tx);
  },
};

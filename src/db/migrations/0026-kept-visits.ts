import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Kept clicks also hold visits to QR codes, bio pages and their blocks; users have a time zone, '' if they chose none. */
export const keptVisits: Migration = {
  name: '0026-kept-visits',

  async up(tx, { text }) {
    await sql`alter table kept_clicks rename column link_id to subject_key`.execute(tx);
    await tx.schema
      .alterTable('users')
      .addColumn('time_zone', text, (column) => column.notNull().defaultTo(''))
      .execute();
  },
};

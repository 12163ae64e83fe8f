import { sql } from 'kysely';
import type { Migration } from '../migration.ts';
import { writeNeed } from '../schema-needs.ts';

const NAME = '0054-first-hours';

/**
 * Turns first hours on in a store without accounts (`src/rollups/first-hour.store.ts`). Older versions cannot use it then, because they do
 * not know first hours. People may go back from this version to the one that has filled their store; a later migration can turn first
 * hours on there.
 */
export const firstHours: Migration = {
  name: NAME,
  isAdditive: true,

  async up(tx) {
    await sql`create index rollups_by_first_hour on rollups (start) where span = -1`.execute(tx);
    const { rows: users } = await sql`select id from users limit 1`.execute(tx);
    if (users.length > 0) return;
    await sql`insert into settings (name, value) values ('first_hours', '1')`.execute(tx);
    await writeNeed(tx, NAME);
  },
};

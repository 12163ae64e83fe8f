import { sql } from 'kysely';
import type { Migration } from '../migration.ts';
import { writeNeed } from '../schema-needs.ts';

const NAME = '0054-first-hours';

/**
 * Turns first hours on in a new store (`src/rollups/first-hour.store.ts`), which older versions then cannot use, because they do not know
 * first hours. A store that has an account may be one of an older version, and people may go back to that version; a later migration
 * can turn first hours on there.
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

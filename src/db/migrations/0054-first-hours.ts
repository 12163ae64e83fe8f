import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/**
 * Turns first hours on in a new store (`src/rollups/first-hour.store.ts`). A store that has an account may be one of an older version, which
 * could not read them if somebody goes back to it; a later migration can turn them on there.
 */
export const firstHours: Migration = {
  name: '0054-first-hours',
  isAdditive: true,

  async up(tx) {
    await sql`insert into settings (name, value)
      select 'first_hours', '1' where not exists (select 1 from users)`.execute(tx);
  },
};

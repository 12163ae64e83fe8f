import { expect, test } from 'bun:test';
import { sql } from 'kysely';
import { newConfig, onEachEngine } from '../../../test/support/engines.ts';
import { encodeKept } from '../../../test/support/kept-clicks.ts';
import { forEachDimension } from '../../rollups/dimension.ts';
import { readKeptParts } from '../../rollups/kept-clicks.store.ts';
import { readKept } from '../../rollups/kept-clicks.ts';
import { keptKeyOf } from '../../rollups/subject.ts';
import { migrate } from '../migrate.ts';
import { openDatabase } from '../open.ts';
import { migrations } from './list.ts';

const STEP = '0026-kept-visits';

onEachEngine('the step that keeps visits of all nouns', (engine) => {
  test('kept clicks of links are read unchanged, and users have no time zone', async () => {
    const database = await openDatabase(await newConfig(engine), 'unlimited');
    const { db } = database;
    await migrate(
      database,
      0,
      migrations.filter(({ name }) => name < STEP),
    );
    const click = { ...forEachDimension(() => 0), at: 86_400_000, visitor: 7, country: 3 };
    await sql`insert into kept_clicks (link_id, day, part, records, bytes)
      values (5, 86400000, 0, 1, ${encodeKept([click])})`.execute(db);
    await sql`insert into users (email, username, password_hash, is_admin, is_disabled, created_at)
      values ('a', 'a', '', 0, 0, 0)`.execute(db);
    expect(await migrate(database, 0)).toContain(STEP);
    const [part] = await readKeptParts(db, keptKeyOf({ noun: 'link', id: 5 }), 0, 2 * 86_400_000, { limit: 9 });
    expect(part && readKept(part.bytes, 0)).toEqual(click);
    expect(await db.selectFrom('users').select('time_zone').execute()).toEqual([{ time_zone: '' }]);
    await database.close();
  });
});

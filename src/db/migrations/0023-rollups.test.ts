import { expect, test } from 'bun:test';
import { sql } from 'kysely';
import { newConfig, onEachEngine } from '../../../test/support/engines.ts';
import { readTotal } from '../../rollups/rollup-read.store.ts';
import { migrate } from '../migrate.ts';
import { openDatabase } from '../open.ts';
import { migrations } from './list.ts';

const STEP = '0023-rollups';
// Three clicks on link 5 from country word 7, in the stored format before this migration.
const COUNTS = Uint8Array.fromHex(`01 0100 ${'0000'.repeat(9)} 070000000300`.replaceAll(' ', ''));
const VISITORS = Uint8Array.fromHex('01050000000000010000000001');

onEachEngine('the step that renames the table of click counts', (engine) => {
  test('existing counts are read unchanged', async () => {
    const database = await openDatabase(await newConfig(engine), 'unlimited');
    const { db } = database;
    const before = migrations.filter(({ name }) => name < STEP);
    await migrate(database, 0, before);
    await sql`insert into pages (noun, noun_id, span, start, clicks, bots, counts, visitors)
      values (2, 5, 0, 0, 3, 1, ${COUNTS}, ${VISITORS})`.execute(db);
    expect(await migrate(database, 0)).toContain(STEP);
    const total = await readTotal(db, { noun: 'link', id: 5 });
    expect([total.clicks, total.bots, total.visitors.count()]).toEqual([3, 1, 2]);
    expect(total.top('country', 5)).toEqual([{ word: 7, count: 3 }]);
    expect(total.top('bot', 5)).toEqual([]);
    await database.close();
  });
});

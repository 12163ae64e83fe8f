import { expect, test } from 'bun:test';
import { sql } from 'kysely';
import { newConfig } from '../../../test/support/engines.ts';
import { openStore } from '../open.ts';

/** PostgreSQL's letter for a column whose large values are stored out of line and uncompressed. */
const EXTERNAL = 'e';

test('PostgreSQL does not compress rollups each time they are written [postgres]', async () => {
  const { database } = await openStore(await newConfig('postgres'), 0);
  const { rows } = await sql<{ name: string; storage: string }>`
    select attname as name, attstorage as storage from pg_attribute
    where attrelid = 'rollups'::regclass and attname in ('counts', 'visitors') order by attname`.execute(database.db);
  expect(rows).toEqual([
    { name: 'counts', storage: EXTERNAL },
    { name: 'visitors', storage: EXTERNAL },
  ]);
  await database.close();
});

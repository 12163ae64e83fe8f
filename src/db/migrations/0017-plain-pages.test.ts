import { expect, test } from 'bun:test';
import { sql } from 'kysely';
import { newConfig } from '../../../test/support/engines.ts';
import { openStore } from '../open.ts';

/** What PostgreSQL calls a column that is put aside as it is when it is large. */
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

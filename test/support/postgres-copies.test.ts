import { afterAll, beforeAll, expect, test } from 'bun:test';
import { SQL } from 'bun';
import { sql } from 'kysely';
import type { Database } from '../../src/db/db.ts';
import { openStore } from '../../src/db/open.ts';
import { openPostgres } from '../../src/db/postgres.ts';
import { newConfig } from './engines.ts';
import { fillStore, tablesOfAStore } from './full-store.ts';
import { PostgresCopies } from './postgres-copies.ts';
import { waitUntil } from './wait.ts';

let server: SQL;
let copies: PostgresCopies;

beforeAll(async () => {
  const config = await newConfig('postgres');
  const { databaseUrl: url = '' } = config;
  server = new SQL(url.replace(/[^/]*$/, 'postgres'), { max: 1 });
  const { database } = await openStore(config, 0);
  copies = await PostgresCopies.of(database.db, url, server).finally(() => database.close());
});
afterAll(() => server.close());

/** Opens a database, and waits until the server has closed its connections too. */
async function use<T>(url: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = openPostgres({ url });
  const result = await work(database).finally(() => database.close());
  await waitUntil('nothing is connected to the database', async () => {
    const found = await server`select 1 from pg_stat_activity
      where datname = ${url.replace(/.*\//, '')} and application_name = 'signpost'`;
    return found.length === 0;
  });
  return result;
}

/** All rows in their order on disk, and the state of all sequences. */
async function readEverything({ db }: Database) {
  const { rows: tables } = await sql<{ name: string }>`select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`.execute(db);
  const contents: Record<string, unknown[]> = {};
  for (const { name } of tables) contents[name] = (await sql`select * from ${sql.table(name)}`.execute(db)).rows;
  const { rows: sequences } = await sql`select * from pg_sequences order by sequencename`.execute(db);
  return { contents, sequences };
}

test('a database that is used again equals a new one: same rows in the same order, and ids begin at 1 [postgres]', async () => {
  const first = await copies.take();
  const fresh = await use(first, readEverything);
  expect(Object.keys(fresh.contents).length).toBeGreaterThan(50);
  const full = await use(first, async (database) => {
    await fillStore(database, await tablesOfAStore());
    await database.db.deleteFrom('migrations').execute();
    await sql`select nextval(format('%I', sequencename)::regclass) from pg_sequences`.execute(database.db);
    return readEverything(database);
  });
  expect(Object.entries(full.contents).filter(([, rows]) => rows.length === 0)).toEqual([['migrations', []]]);
  copies.giveBack(first);
  expect(await copies.take()).toBe(first);
  expect(await use(first, readEverything)).toEqual(fresh);
});

test('a database that is still in use is used again only later [postgres]', async () => {
  const url = await copies.take();
  const other = await use(url, async (database) => {
    await sql`select 1`.execute(database.db);
    copies.giveBack(url);
    return copies.take();
  });
  expect(other).not.toBe(url);
  expect(await copies.take()).toBe(url);
});

test('a database whose schema was changed is not used again [postgres]', async () => {
  for (const change of ['alter table users add column own text', 'alter table users rename username to own']) {
    const url = await copies.take();
    await use(url, ({ db }) => sql.raw(change).execute(db));
    copies.giveBack(url);
    expect(await copies.take()).not.toBe(url);
  }
});

test('a database that has another user, or that was made elsewhere, is not used again [postgres]', async () => {
  const url = await copies.take();
  copies.forget(url);
  copies.giveBack(url);
  copies.giveBack('postgres://127.0.0.1/elsewhere');
  expect(await copies.take()).not.toBe(url);
});

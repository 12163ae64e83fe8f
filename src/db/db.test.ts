import { Database as SqliteFile } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { sql } from 'kysely';
import { newReadyConfig, onEachEngine, openReadyStore } from '../../test/support/engines.ts';
import { stretched } from '../../test/support/wait.ts';
import type { Database } from './db.ts';
import { duplicatedColumn, translateStoreError } from './failures.ts';
import { migrations } from './migrations/list.ts';
import { openStore, pingDatabase } from './open.ts';
import { prepareFind, prepareStatement } from './row-statement.ts';
import { assertSafeSqlite, sqliteVersion } from './sqlite-version.ts';
import { transaction } from './transaction.ts';

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error) => error,
  );
}

onEachEngine('store', (engine) => {
  async function withStore(work: (database: Database) => Promise<void>): Promise<void> {
    const database = await openReadyStore(engine);
    await work(database).finally(() => database.close());
  }

  test('a failed transaction leaves no changes, and the next one works', () =>
    withStore(async ({ db }) => {
      const work = transaction(db, async (tx) => {
        await tx.insertInto('settings').values({ name: 'a', value: '1' }).execute();
        throw new Error('no');
      });
      await expect(work).rejects.toThrow('no');
      await transaction(db, (tx) => tx.insertInto('settings').values({ name: 'b', value: '2' }).execute());
      const rows = await db.selectFrom('settings').selectAll().where('name', 'in', ['a', 'b']).execute();
      expect(rows).toEqual([{ name: 'b', value: '2' }]);
    }));

  test('a unique violation names its column', () =>
    withStore(async ({ db }) => {
      const user = { email: 'a@example.com', username: 'a', password_hash: '', is_admin: 0, created_at: 0 };
      await db.insertInto('users').values(user).execute();
      const byEmail = db.insertInto('users').values({ ...user, username: 'b' });
      const byName = db.insertInto('users').values({ ...user, email: 'b@example.com' });
      expect(duplicatedColumn(await failureOf(byEmail.execute()))).toBe('users.email');
      expect(duplicatedColumn(await failureOf(byName.execute()))).toBe('users.username');
      expect(duplicatedColumn(await failureOf(sql`select nonsense from nowhere`.execute(db)))).toBeUndefined();
    }));

  test('rows are found by any number of values, and by a condition after them', () =>
    withStore(async ({ db }) => {
      const names = Array.from({ length: 250 }, (_, number) => `name ${number}`);
      const rows = names.map((name, number) => ({ name, value: number % 2 === 0 ? 'even' : 'odd' }));
      await db.insertInto('settings').values(rows).execute();
      const find = prepareFind<string, { name: string }>('select name from settings where name', ' and value = ?');
      const found = await find(db, [...names, 'missing'], ['odd']);
      expect(found.map(({ name }) => name).sort()).toEqual(names.filter((_, number) => number % 2 === 1).sort());
      expect(await find(db, ['name 1'], ['even'])).toEqual([]);
      expect(await find(db, [], ['odd'])).toEqual([]);
    }));

  test('large numbers and counts are returned as numbers', () =>
    withStore(async ({ db }) => {
      await db.insertInto('migrations').values({ name: 'x', applied_at: 9_007_199_254_740_991 }).execute();
      const row = await db.selectFrom('migrations').select('applied_at').where('name', '=', 'x').executeTakeFirst();
      expect(row?.applied_at).toBe(9_007_199_254_740_991);
      const counted = await db
        .selectFrom('migrations')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirst();
      expect(counted?.n).toBe(migrations.length + 1);
    }));

  test('text is compared byte by byte and stored unchanged', () =>
    withStore(async ({ db }) => {
      for (const name of ['Abc', 'abc', 'ábc', 'a😀c'])
        await db.insertInto('settings').values({ name, value: name }).execute();
      const own = db.selectFrom('settings').select('value').where('name', 'not in', ['schema_needs', 'first_hours']);
      const rows = await own.orderBy('name').execute();
      expect(rows.map(({ value }) => value)).toEqual(['Abc', 'abc', 'a😀c', 'ábc'].sort());
      expect(await db.selectFrom('settings').select('value').where('name', '=', 'ABC').execute()).toEqual([]);
    }));

  test('a prepared select does not wait for an open transaction', () =>
    withStore(async ({ db }) => {
      const findValue = prepareStatement<{ value: string }>('select value from settings where name = ?');
      await transaction(db, async (tx) => {
        await tx.insertInto('settings').values({ name: 'a', value: '1' }).execute();
        expect(await findValue(db, ['a'])).toEqual([]);
        expect(await findValue(tx, ['a'])).toEqual([{ value: '1' }]);
      });
    }));

  test('twenty concurrent transactions on one row lose no update', () =>
    withStore(async ({ db }) => {
      await db.insertInto('settings').values({ name: 'n', value: '0' }).execute();
      const addOne = () =>
        transaction(db, async (tx) => {
          const row = await tx
            .selectFrom('settings')
            .select('value')
            .where('name', '=', 'n')
            .$if(engine === 'postgres', (q) => q.forUpdate())
            .executeTakeFirstOrThrow();
          await tx
            .updateTable('settings')
            .set({ value: String(Number(row.value) + 1) })
            .where('name', '=', 'n')
            .execute();
        });
      await Promise.all(Array.from({ length: 20 }, addOne));
      expect(await db.selectFrom('settings').select('value').where('name', '=', 'n').executeTakeFirst()).toEqual({
        value: '20',
      });
    }));
});

test('an unsafe SQLite version is refused, a safe one is accepted', () => {
  for (const version of ['3.51.2', '3.45.0', '2.99.99', '3.7.17'])
    expect(() => assertSafeSqlite(version)).toThrow(version);
  for (const version of ['3.51.3', '3.51.10', '3.52.0', '4.0.0', sqliteVersion()]) assertSafeSqlite(version);
});

test('SQLite syncs each commit and has a write-ahead log and foreign keys [sqlite]', async () => {
  const config = await newReadyConfig('sqlite');
  const { database } = await openStore(config, 0);
  for (const [pragma, value] of Object.entries({ synchronous: 2, foreign_keys: 1, journal_mode: 'wal' })) {
    const { rows } = await sql.raw<Record<string, unknown>>(`pragma ${pragma}`).execute(database.db);
    expect(rows[0]?.[pragma]).toBe(value);
  }
  await database.close();
});

test('waiting for a SQLite file that another process locked does not block the event loop [sqlite]', async () => {
  const config = await newReadyConfig('sqlite');
  const { database } = await openStore(config, 0);
  const other = new SqliteFile(join(config.dataDir, 'signpost.db'));
  other.run('begin immediate');
  const { promise: ticked, resolve } = Promise.withResolvers<void>();
  let ticks = 0;
  const timer = setInterval(() => {
    ticks += 1;
    if (ticks > 5) resolve();
  }, 10);
  const write = database.db.insertInto('settings').values({ name: 'a', value: '1' }).execute();
  await pingDatabase(database.db);
  // Nothing ticks while the event loop is blocked.
  await ticked;
  other.run('commit');
  await write;
  clearInterval(timer);
  other.close();
  await database.close();
});

test('a SQLite file that stays locked counts as an unavailable store [sqlite]', async () => {
  const config = await newReadyConfig('sqlite');
  const { database } = await openStore(config, 0);
  const other = new SqliteFile(join(config.dataDir, 'signpost.db'));
  other.run('begin immediate');
  const startMs = performance.now();
  const error = await failureOf(database.db.insertInto('settings').values({ name: 'a', value: '1' }).execute());
  expect(performance.now() - startMs).toBeLessThan(stretched(5_000));
  expect(translateStoreError(error)).toMatchObject({ kind: 'unavailable', code: 'store_unavailable' });
  other.close();
  await database.close();
});

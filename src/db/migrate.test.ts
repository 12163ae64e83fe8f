import { expect, test } from 'bun:test';
import { SQL } from 'bun';
import { sql } from 'kysely';
import { newConfig, onEachEngine } from '../../test/support/engines.ts';
import { stretched, waitUntil } from '../../test/support/wait.ts';
import type { Database } from './db.ts';
import { assertUsable, migrate, pendingMigrations } from './migrate.ts';
import type { Migration } from './migration.ts';
import { migrations } from './migrations/list.ts';
import { openDatabase, openStore } from './open.ts';

const names = migrations.map(({ name }) => name);

function addingColumn(name: string, column: string): Migration {
  return {
    name,
    async up(tx) {
      await tx.schema.alterTable('pixels').addColumn(column, 'bigint').execute();
    },
  };
}

onEachEngine('migrations', (engine) => {
  async function withDatabase(
    work: (database: Database, open: () => Promise<Database>) => Promise<void>,
  ): Promise<void> {
    const config = await newConfig(engine);
    const opened: Database[] = [];
    async function open() {
      const database = await openDatabase(config, 'unlimited');
      opened.push(database);
      return database;
    }
    try {
      await work(await open(), open);
    } finally {
      await Promise.all(opened.map((database) => database.close()));
    }
  }

  test('an empty store is migrated once', () =>
    withDatabase(async (database) => {
      expect(await pendingMigrations(database)).toEqual(names);
      expect(await migrate(database, 0)).toEqual(names);
      expect(await migrate(database, 0)).toEqual([]);
      expect(await pendingMigrations(database)).toEqual([]);
    }));

  // Races in the catalog are rare, hence several rounds.
  for (let round = 1; round <= 5; round += 1) {
    test(`concurrent processes apply each migration once, round ${round}`, () =>
      withDatabase(async (database, open) => {
        const all = [database, await open(), await open(), await open()];
        const applied = await Promise.all(all.map((one) => migrate(one, 0)));
        expect(applied.flat().sort()).toEqual([...names].sort());
      }));
  }

  test('a failed migration leaves no changes, and the next run continues from there', () =>
    withDatabase(async (database) => {
      const broken: Migration = {
        name: '9002-broken',
        async up(tx) {
          await tx.schema.alterTable('pixels').addColumn('half', 'bigint').execute();
          throw new Error('the power went');
        },
      };
      const before = addingColumn('9001-fine', 'fine');
      await expect(migrate(database, 0, [...migrations, before, broken])).rejects.toThrow(
        '9002-broken failed and was rolled back. the power went.',
      );
      expect(await pendingMigrations(database, [...migrations, before, broken])).toEqual(['9002-broken']);
      expect(await migrate(database, 0, [...migrations, before, addingColumn('9002-broken', 'half')])).toEqual([
        '9002-broken',
      ]);
    }));

  test('a step that meets a table of somebody else’s fails at once, in a sentence', () =>
    withDatabase(async (database) => {
      await database.db.schema.createTable('users').addColumn('id', 'integer').execute();
      const startMs = performance.now();
      await expect(migrate(database, 0)).rejects.toThrow('0001-identity-and-pixels failed and was rolled back.');
      expect(performance.now() - startMs).toBeLessThan(stretched(5_000));
    }));

  test('a newer schema is refused with a clear message and left unchanged', async () => {
    const config = await newConfig(engine);
    const { database } = await openStore(config, 0);
    await migrate(database, 0, [...migrations, addingColumn('9999-from-the-future', 'future')]);
    await database.close();
    await expect(openStore(config, 0)).rejects.toThrow(
      'The database was written by a newer Signpost: 9999-from-the-future is unknown here.',
    );
  });

  test('a newer schema is used if each migration that is unknown here leaves it readable for this version', () =>
    withDatabase(async (database) => {
      await migrate(database, 0);
      const next = { ...addingColumn('9001-next', 'next'), isAdditive: true } as const;
      const afterNext = { ...addingColumn('9002-after-next', 'after'), needs: names.at(-1) ?? '' };
      await migrate(database, 0, [...migrations, next, afterNext]);
      expect(await migrate(database, 0)).toEqual([]);
      await assertUsable(database);
      // Two versions later, the column of the first one is removed.
      const removing = { ...addingColumn('9003-removing', 'removing'), needs: '9001-next' };
      await migrate(database, 0, [...migrations, next, afterNext, removing]);
      await expect(migrate(database, 0)).rejects.toThrow('9001-next, 9002-after-next, 9003-removing is unknown here');
      await expect(assertUsable(database)).rejects.toThrow('newer Signpost');
      expect(await migrate(database, 0, [...migrations, next])).toEqual([]);
    }));
});

test('a migration that waits for a long query does not make others wait [postgres]', async () => {
  const config = await newConfig('postgres');
  const { database } = await openStore(config, 0);
  const reader = new SQL(config.databaseUrl ?? '', { max: 1 });
  const transaction = await reader.reserve();
  await transaction`begin`;
  await transaction`select count(*) from pixels`;
  const migrating = migrate(database, 0, [...migrations, addingColumn('9001-waiting', 'waiting')]);
  const isWaiting = async () => {
    const { rows } = await sql`select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(database.db);
    return rows.length > 0;
  };
  for (let count = 0; count < 3; count += 1) {
    await waitUntil('the migration waits for the long query', isWaiting);
    // If this waited until the long query ends, it would run into its time limit.
    await database.db.selectFrom('pixels').select('id').execute();
    await waitUntil('the migration pauses', async () => !(await isWaiting()));
  }
  await transaction`commit`;
  transaction.release();
  expect(await migrating).toEqual(['9001-waiting']);
  await Promise.all([reader.close(), database.close()]);
});

import { expect, test } from 'bun:test';
import { newConfig, onEachEngine } from '../../test/support/engines.ts';
import { timedTest } from '../../test/support/timed-test.ts';
import type { Database } from './db.ts';
import { migrate, pendingMigrations } from './migrate.ts';
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

  timedTest('a step that meets a table of somebody else’s fails at once, in a sentence', () =>
    withDatabase(async (database) => {
      await database.db.schema.createTable('users').addColumn('id', 'integer').execute();
      const startMs = performance.now();
      await expect(migrate(database, 0)).rejects.toThrow('0001-identity-and-pixels failed and was rolled back.');
      expect(performance.now() - startMs).toBeLessThan(5_000);
    }),
  );

  test('a newer schema is refused with a clear message and left unchanged', async () => {
    const config = await newConfig(engine);
    const { database } = await openStore(config, 0);
    await migrate(database, 0, [...migrations, addingColumn('9999-from-the-future', 'future')]);
    await database.close();
    await expect(openStore(config, 0)).rejects.toThrow(
      'The database was written by a newer Signpost: 9999-from-the-future is unknown here.',
    );
  });
});

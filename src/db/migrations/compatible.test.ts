import { expect, test } from 'bun:test';
import { sql } from 'kysely';
import { onEachEngine } from '../../../test/support/engines.ts';
import { listFixtureVersions, openStoreFixture } from '../../../test/support/store-fixture.ts';
import { readConfig } from '../../config/config.ts';
import type { Database } from '../db.ts';
import { migrate, pendingMigrations } from '../migrate.ts';
import { openDatabase } from '../open.ts';
import { migrations } from './list.ts';

interface Column {
  isRequired: boolean;
  type: string;
}

/** Every column of a store by `table.column`; a column is required if an insert must name it. */
async function readColumns({ db }: Database): Promise<Map<string, Column>> {
  const tables = await db.introspection.getTables();
  return new Map(
    tables.flatMap((table) =>
      table.columns.map((column) => [
        `${table.name}.${column.name}`,
        {
          isRequired: !column.isNullable && !column.hasDefaultValue && !column.isAutoIncrementing,
          type: column.dataType,
        },
      ]),
    ),
  );
}

// The migration list and the settings of the store itself change with every migration.
const OWN = ['migrations', 'settings'];

/** All rows by table, without the columns that are not in the list. */
async function readRows({ db }: Database, columns: Iterable<string>): Promise<Map<string, unknown[]>> {
  const byTable = Map.groupBy(columns, (name) => name.split('.')[0] ?? '');
  const found = new Map<string, unknown[]>();
  for (const [table, names] of byTable) {
    if (OWN.includes(table)) continue;
    const { rows } = await sql`select ${sql.join(names.map((name) => sql.ref(name)))} from ${sql.table(table)}`.execute(
      db,
    );
    found.set(table, rows.map((row) => JSON.stringify(row)).sort());
  }
  return found;
}

/** What an older program would stumble over. */
function findBreaks(before: Map<string, Column>, after: Map<string, Column>): string[] {
  const tables = new Set([...before.keys()].map((name) => name.split('.')[0]));
  const lost = [...before].filter(([name, { type }]) => after.get(name)?.type !== type).map(([name]) => name);
  const added = [...after].filter(([name]) => !before.has(name) && tables.has(name.split('.')[0]));
  const required = added.filter(([, { isRequired }]) => isRequired).map(([name]) => name);
  return [...lost.map((name) => `${name} is gone or changed`), ...required.map((name) => `${name} has no default`)];
}

onEachEngine('migrations since the last release', (engine) => {
  test('each one is additive, or says which older programs can use the store; a claim to be additive is true', async () => {
    for (const version of listFixtureVersions()) {
      const { environment } = await openStoreFixture(version, engine);
      const database = await openDatabase(readConfig(environment), 'unlimited');
      const pending = await pendingMigrations(database);
      for (const migration of migrations.filter(({ name }) => pending.includes(name))) {
        const { name, isAdditive, needs } = migration;
        if (!isAdditive && (needs === undefined || needs >= name)) {
          throw new Error(`${name}: set isAdditive, or needs to a migration of the version before (CONTRIBUTING.md)`);
        }
        const columns = await readColumns(database);
        const rows = await readRows(database, columns.keys());
        await migrate(database, 0, migrations.slice(0, migrations.indexOf(migration) + 1));
        if (!isAdditive) continue;
        expect([name, findBreaks(columns, await readColumns(database))]).toEqual([name, []]);
        expect(await readRows(database, columns.keys())).toEqual(rows);
      }
      await database.close();
    }
  });
});

test('a removed, changed or required column is found', () => {
  const before = new Map([
    ['links.id', { type: 'bigint', isRequired: false }],
    ['links.url', { type: 'text', isRequired: true }],
    ['links.old', { type: 'text', isRequired: false }],
  ]);
  const after = new Map([
    ['links.id', { type: 'text', isRequired: false }],
    ['links.url', { type: 'text', isRequired: true }],
    ['links.new', { type: 'text', isRequired: true }],
    ['links.fine', { type: 'text', isRequired: false }],
    ['others.id', { type: 'text', isRequired: true }],
  ]);
  expect(findBreaks(before, after)).toEqual([
    'links.id is gone or changed',
    'links.old is gone or changed',
    'links.new has no default',
  ]);
});

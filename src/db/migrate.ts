import { sql } from 'kysely';
import { retry } from '../lib/retry.ts';
import type { Database, Db } from './db.ts';
import { dialectOf } from './dialect.ts';
import { duplicatedColumn, isCollision } from './failures.ts';
import type { Migration } from './migration.ts';
import { migrations as known } from './migrations/list.ts';

/** The store was written by a newer version of this program. */
export class NewerSchemaError extends Error {
  constructor(unknown: string[]) {
    super(
      `The database was written by a newer Signpost: ${unknown.join(', ')} is unknown here. ` +
        'Run that newer version, or restore a backup made before the upgrade.',
    );
    this.name = 'NewerSchemaError';
  }
}

// If two processes create a table at once, the second fails on the table, its type, or a duplicate in the catalog.
const EXISTS = ['42P07', '42710'];

/** Whether another process is creating the same table; a retry finds it. */
function isRace(error: unknown): boolean {
  const isTaken = duplicatedColumn(error) !== undefined || EXISTS.includes((error as { code?: string }).code ?? '');
  return isCollision(error) || isTaken;
}

const RACE = { isTemporary: isRace, withinMs: 60_000 };

async function makeTable(db: Db): Promise<void> {
  await db.schema
    .createTable('migrations')
    .ifNotExists()
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('applied_at', 'bigint', (column) => column.notNull())
    .execute();
}

async function readApplied(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('migrations').select('name').orderBy('name').execute();
  return rows.map(({ name }) => name);
}

/** Checks with a read-only query whether the table exists. */
async function hasTable({ db, engine }: Database): Promise<boolean> {
  const catalog = engine === 'sqlite' ? sql.table('sqlite_schema') : sql.table('pg_tables');
  const name = sql.ref(engine === 'sqlite' ? 'name' : 'tablename');
  const isHere = engine === 'sqlite' ? sql<boolean>`type = 'table'` : sql<boolean>`schemaname = current_schema()`;
  const row = await db
    .selectNoFrom(sql<number>`(select count(*) from ${catalog} where ${name} = 'migrations' and ${isHere})`.as('found'))
    .executeTakeFirstOrThrow();
  return row.found > 0;
}

/** Lists the pending migrations without applying them. Throws if the store has migrations that this program does not know. */
export async function pendingMigrations(database: Database, list: Migration[] = known): Promise<string[]> {
  const applied = (await hasTable(database)) ? await readApplied(database.db) : [];
  const names = list.map(({ name }) => name);
  const unknown = applied.filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new NewerSchemaError(unknown);
  return names.filter((name) => !applied.includes(name));
}

/** A migration failed and was rolled back. */
export class MigrationError extends Error {
  constructor(name: string, cause: unknown) {
    super(`The database could not be migrated: ${name} failed and was rolled back. ${(cause as Error).message}.`, {
      cause,
    });
    this.name = 'MigrationError';
  }
}

/** Applies one migration unless another process has done so. */
async function applyOnce({ db, engine }: Database, { name, up }: Migration, now: number): Promise<boolean> {
  return retry(RACE, () =>
    db.transaction().execute(async (tx) => {
      // The row is inserted first: a second process waits here, and then sees that the migration is done.
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto('migrations')
        .values({ name, applied_at: now })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .executeTakeFirst();
      if (numInsertedOrUpdatedRows !== 1n) return false;
      try {
        await up(tx, dialectOf(engine));
      } catch (error) {
        throw isCollision(error) ? error : new MigrationError(name, error);
      }
      return true;
    }),
  );
}

/** Applies all pending migrations; several processes may do so at once. Returns the names of those applied by this process. */
export async function migrate(database: Database, now: number, list: Migration[] = known): Promise<string[]> {
  const missing = await pendingMigrations(database, list);
  if (missing.length === 0) return [];
  await retry(RACE, () => makeTable(database.db));
  const applied: string[] = [];
  for (const migration of list.filter(({ name }) => missing.includes(name))) {
    if (await applyOnce(database, migration, now)) applied.push(migration.name);
  }
  return applied;
}

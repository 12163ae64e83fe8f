import { sql } from 'kysely';
import { retry } from '../lib/retry.ts';
import type { Database, Db } from './db.ts';
import { dialectOf } from './dialect.ts';
import { duplicatedColumn, isCollision } from './failures.ts';
import type { Migration } from './migration.ts';
import { withMigrationLock } from './migration-lock.ts';
import { migrations as known } from './migrations/list.ts';
import { findNeed, readNeed, writeNeed } from './schema-needs.ts';

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

function codeOf(error: unknown): string {
  return (error as { code?: string }).code ?? '';
}

/** Whether another process is creating the same table; a retry finds it. */
function isRace(error: unknown): boolean {
  return isCollision(error) || duplicatedColumn(error) !== undefined || EXISTS.includes(codeOf(error));
}

const RACE = { isTemporary: isRace, withinMs: 60_000 };

const LOCK_TIMEOUT = '55P03';
// While a statement waits for a table, all later statements wait behind it, also those of redirects. So it waits briefly, and often.
const LOCK_WAIT_MS = 100;
const LOCK_PAUSE_MS = 500;
const LOCK_PATIENCE_MS = 10 * 60_000;

function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === LOCK_TIMEOUT || (error instanceof MigrationError && isLockTimeout(error.cause));
}

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

interface SchemaState {
  /** Whether no migration was applied yet. */
  isNew: boolean;
  pending: Migration[];
  /** Applied migrations that this program does not know. */
  unknown: string[];
}

async function readState(database: Database, list: Migration[]): Promise<SchemaState> {
  const applied = (await hasTable(database)) ? await readApplied(database.db) : [];
  const names = list.map(({ name }) => name);
  return {
    isNew: applied.length === 0,
    pending: list.filter(({ name }) => !applied.includes(name)),
    unknown: applied.filter((name) => !names.includes(name)),
  };
}

/** Lists the pending migrations without applying them. Throws if the store has migrations that this program does not know. */
export async function pendingMigrations(database: Database, list: Migration[] = known): Promise<string[]> {
  const { pending, unknown } = await readState(database, list);
  if (unknown.length > 0) throw new NewerSchemaError(unknown);
  return pending.map(({ name }) => name);
}

/** Like `readState`; throws if a newer program has changed the store so that this one cannot use it. */
async function readUsableState(database: Database, list: Migration[]): Promise<SchemaState> {
  const state = await readState(database, list);
  if (state.unknown.length === 0) return state;
  const need = await readNeed(database.db);
  if (!list.some(({ name }) => name === need)) throw new NewerSchemaError(state.unknown);
  return state;
}

/** Throws unless this program can use the store as it is. A newer program may have migrated it, while this one goes on serving. */
export async function assertUsable(database: Database, list: Migration[] = known): Promise<void> {
  const { pending } = await readUsableState(database, list);
  if (pending.length > 0) throw new Error(`migrations are pending: ${pending.map(({ name }) => name).join(', ')}`);
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
async function applyOnce({ db, engine }: Database, { name, up }: Migration, now: number, need: string) {
  return db.transaction().execute(async (tx) => {
    // The row is inserted first: a second process waits here, and then sees that the migration is done.
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('migrations')
      .values({ name, applied_at: now })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows !== 1n) return false;
    if (engine === 'postgres') await sql`set local lock_timeout = ${sql.lit(LOCK_WAIT_MS)}`.execute(tx);
    try {
      await up(tx, dialectOf(engine));
      await writeNeed(tx, need);
    } catch (error) {
      throw isCollision(error) ? error : new MigrationError(name, error);
    }
    return true;
  });
}

/** Tries again while a long query, such as that of a backup, uses a table that is to be changed. */
async function whenTablesAreFree<T>(work: () => Promise<T>): Promise<T> {
  for (const endMs = performance.now() + LOCK_PATIENCE_MS; ; await Bun.sleep(LOCK_PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      if (!isLockTimeout(error) || performance.now() > endMs) throw error;
    }
  }
}

async function applyPending(database: Database, now: number, list: Migration[], pending: Migration[]) {
  await retry(RACE, () => makeTable(database.db));
  const applied: string[] = [];
  for (const migration of pending) {
    const need = findNeed(list.slice(0, list.indexOf(migration) + 1));
    const isApplied = await whenTablesAreFree(() => retry(RACE, () => applyOnce(database, migration, now, need)));
    if (isApplied) applied.push(migration.name);
  }
  return applied;
}

/** Applies all pending migrations; several processes may do so at once. Returns the names of those applied by this process. */
export async function migrate(database: Database, now: number, list: Migration[] = known): Promise<string[]> {
  const { pending } = await readUsableState(database, list);
  return pending.length === 0 ? [] : applyPending(database, now, list, pending);
}

/** Backs up a store; `first` is the first pending migration that changes existing rows or tables. */
export type BackUpStore = (database: Database, first: string) => Promise<void>;

function findChanging(pending: Migration[]): string | undefined {
  return pending.find(({ isAdditive }) => !isAdditive)?.name;
}

/** Like `migrate`, but one of the processes first backs up the store if a pending migration changes what is there. */
export async function backUpAndMigrate(database: Database, now: number, backUp: BackUpStore): Promise<string[]> {
  const { pending } = await readUsableState(database, known);
  if (findChanging(pending) === undefined) return migrate(database, now);
  // A new store is locked too: no other process must back it up while it is half migrated.
  return withMigrationLock(database, async () => {
    // Another process may have migrated the store while this one waited for the lock.
    const state = await readUsableState(database, known);
    const first = findChanging(state.pending);
    if (first !== undefined && !state.isNew) await backUp(database, first);
    return migrate(database, now);
  });
}

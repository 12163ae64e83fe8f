import { sql } from 'kysely';
import { retry } from '../lib/retry.ts';
import type { Database, Db } from './db.ts';
import { type Dialect, dialectOf } from './dialect.ts';
import { duplicatedColumn, isCollision } from './failures.ts';
import { migrations as known } from './migrations/list.ts';

/** One step of the schema; it goes forward only. */
export interface Migration {
  name: string;
  up(tx: Db, dialect: Dialect): Promise<void>;
}

/** The store was written by a newer program than this one. */
export class NewerSchemaError extends Error {
  constructor(unknown: string[]) {
    super(
      `The store was written by a newer Signpost: ${unknown.join(', ')} is not known here. ` +
        'Start that newer program, or restore a backup made before it.',
    );
    this.name = 'NewerSchemaError';
  }
}

const TABLE_EXISTS = '42P07';

/** A second process is doing the same just now: what it made is found at the next try. */
function isRace(error: unknown): boolean {
  return (
    isCollision(error) || duplicatedColumn(error) !== undefined || (error as { code?: string }).code === TABLE_EXISTS
  );
}

async function readApplied(db: Db): Promise<string[]> {
  await db.schema
    .createTable('migrations')
    .ifNotExists()
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('applied_at', 'bigint', (column) => column.notNull())
    .execute();
  const rows = await db.selectFrom('migrations').select('name').orderBy('name').execute();
  return rows.map(({ name }) => name);
}

async function hasTable({ db, engine }: Database): Promise<boolean> {
  const query =
    engine === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_schema where type = 'table' and name = 'migrations'`
      : sql<{
          name: string;
        }>`select tablename as name from pg_tables where schemaname = current_schema() and tablename = 'migrations'`;
  return (await query.execute(db)).rows.length > 0;
}

/** What the store lacks, without changing it. Throws where it has more than this program knows. */
export async function pendingMigrations(database: Database, list: Migration[] = known): Promise<string[]> {
  const applied = (await hasTable(database)) ? await readApplied(database.db) : [];
  const names = list.map(({ name }) => name);
  const unknown = applied.filter((name) => !names.includes(name));
  if (unknown.length > 0) throw new NewerSchemaError(unknown);
  return names.filter((name) => !applied.includes(name));
}

/** Brings the schema up to this program; several processes may do it at once. Returns the names that were applied here. */
export async function migrate(database: Database, now: number, list: Migration[] = known): Promise<string[]> {
  const { db, engine } = database;
  const applied: string[] = [];
  await retry({ isPassing: isRace, withinMs: 60_000 }, async () => {
    const missing = await pendingMigrations(database, list);
    if (missing.length > 0) await readApplied(db);
    for (const migration of list.filter(({ name }) => missing.includes(name))) {
      await db.transaction().execute(async (tx) => {
        // The row goes first: a second process waits for it here and then finds the step done.
        await tx.insertInto('migrations').values({ name: migration.name, applied_at: now }).execute();
        await migration.up(tx, dialectOf(engine));
      });
      applied.push(migration.name);
    }
  });
  return applied;
}

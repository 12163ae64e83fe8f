import { join, resolve } from 'node:path';
import { type Config, ConfigError } from '../config/config.ts';
import { makeDataDir } from '../config/data-dir.ts';
import type { Database, Db } from './db.ts';
import { translateStoreError } from './failures.ts';
import { type BackUpStore, backUpAndMigrate, migrate } from './migrate.ts';
import type { QueryLimit } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

/** The path of a SQLite store, whether the file exists or not. */
export function sqlitePath({ dataDir }: Config): string {
  return join(resolve(dataDir), 'signpost.db');
}

/** Opens the configured store without migrating it. `maxConnections` applies to PostgreSQL. */
export async function openDatabase(
  config: Config,
  queryLimit: QueryLimit = 'limited',
  maxConnections?: number,
): Promise<Database> {
  const { databaseUrl: url, databaseReplicaUrl: replicaUrl, workers } = config;
  if (url === undefined) {
    makeDataDir(config);
    return openSqlite(sqlitePath(config), typeof queryLimit === 'number' ? queryLimit : undefined);
  }
  // Loaded on demand, so that a SQLite installation does not hold the driver in memory.
  const { openPostgres, poolSizeOf } = await import('./postgres.ts');
  return openPostgres({ url, replicaUrl, queryLimit, maxConnections: maxConnections ?? poolSizeOf(workers) });
}

/** Whether PostgreSQL refused the connection: no such database, wrong password, no permission, too many connections. */
function isRefusal(error: unknown): boolean {
  return /^(28|3D|42501|53300|55000|57P03)/.test((error as { code?: string }).code ?? '');
}

/** Turns a connection error into a ConfigError whose message names the variable. */
export function explainStoreError(error: unknown, config: Config): unknown {
  if (translateStoreError(error) === undefined && !isRefusal(error)) return error;
  const name = config.databaseUrl === undefined ? 'DATA_DIR' : 'DATABASE_URL';
  const { message, code } = error as NodeJS.ErrnoException;
  return new ConfigError(`The database in ${name} cannot be used: ${message || code || 'no response'}.`);
}

/** An open store, and the migrations that were applied when it was opened. */
export interface OpenedStore {
  database: Database;
  applied: string[];
}

/** How a store is opened. */
export interface OpenOptions {
  /** Called before a migration that changes what is there. */
  backUp?: BackUpStore | undefined;
  queryLimit?: QueryLimit;
}

/** Opens the store and applies pending migrations. */
export async function openStore(
  config: Config,
  now: number,
  { backUp, queryLimit = 'limited' }: OpenOptions = {},
): Promise<OpenedStore> {
  try {
    // A migration may take longer than the time limit of a request's query.
    const unlimited = await openDatabase(config, config.databaseUrl === undefined ? queryLimit : 'unlimited');
    const migrated = backUp ? backUpAndMigrate(unlimited, now, backUp) : migrate(unlimited, now);
    const applied = await migrated.catch(async (error) => {
      await unlimited.close();
      throw error;
    });
    if (unlimited.engine === 'sqlite') return { database: unlimited, applied };
    await unlimited.close();
    return { database: await openDatabase(config, queryLimit), applied };
  } catch (error) {
    throw explainStoreError(error, config);
  }
}

/** Throws unless the store responds and has a schema. */
export async function pingDatabase(db: Db): Promise<void> {
  await db.selectFrom('migrations').select('name').limit(1).execute();
}

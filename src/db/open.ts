import { join, resolve } from 'node:path';
import { type Config, ConfigError } from '../config/config.ts';
import { makeDataDir } from '../config/data-dir.ts';
import type { Database, Db } from './db.ts';
import { translateStoreError } from './failures.ts';
import { migrate } from './migrate.ts';
import type { Patience } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

/** The file of a SQLite store, whether there is one or not. */
export function sqlitePath({ dataDir }: Config): string {
  return join(resolve(dataDir), 'signpost.db');
}

/** Opens the store that the configuration names, as it is. */
export async function openDatabase(config: Config, patience: Patience = 'served'): Promise<Database> {
  if (config.databaseUrl === undefined) {
    makeDataDir(config);
    return openSqlite(sqlitePath(config));
  }
  // Loaded only where it is used: a SQLite installation need not carry it in memory.
  const { openPostgres } = await import('./postgres.ts');
  return openPostgres(config.databaseUrl, patience, config.workers);
}

/** A refusal by the server itself: no such database, wrong password, no right to it, not accepting connections. */
function isRefusal(error: unknown): boolean {
  return /^(28|3D|42501|53300|55000|57P03)/.test((error as { code?: string }).code ?? '');
}

/** One sentence that names the variable, where the store it names cannot be used. */
export function explainStoreError(error: unknown, config: Config): unknown {
  if (translateStoreError(error) === undefined && !isRefusal(error)) return error;
  const name = config.databaseUrl === undefined ? 'DATA_DIR' : 'DATABASE_URL';
  const { message, code } = error as NodeJS.ErrnoException;
  return new ConfigError(`The database in ${name} cannot be used: ${message || code || 'no response'}.`);
}

/** Opens the store and brings its schema up to this program; tells which migrations that took. */
export async function openStore(config: Config, now: number): Promise<{ database: Database; applied: string[] }> {
  try {
    // The schema may take longer to change than a request may take to answer.
    const patient = await openDatabase(config, 'patient');
    const applied = await migrate(patient, now).catch(async (error) => {
      await patient.close();
      throw error;
    });
    if (patient.engine === 'sqlite') return { database: patient, applied };
    await patient.close();
    return { database: await openDatabase(config), applied };
  } catch (error) {
    throw explainStoreError(error, config);
  }
}

/** Fails unless the store answers and has a schema. */
export async function pingDatabase(db: Db): Promise<void> {
  await db.selectFrom('migrations').select('name').limit(1).execute();
}

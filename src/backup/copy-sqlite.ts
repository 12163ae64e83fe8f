import { Database as SqliteFile } from 'bun:sqlite';
import { existsSync } from 'node:fs';
import { isDamage } from '../db/failures.ts';
import { storeSizeOf } from '../db/integrity.ts';
import { NewerSchemaError } from '../db/migrate.ts';
import { migrations } from '../db/migrations/list.ts';
import { BackupError } from './backup-error.ts';
import { assertSound, readSteps } from './backup-file.ts';
import { formatBytes, type ReportProgress } from './progress.ts';

const BUSY_TIMEOUT_MS = 5_000;

/** The error for a damaged store, the same for both engines. */
export function damagedStore(place: string, findings: string, cause?: unknown): BackupError {
  return new BackupError(
    `${place} is damaged, so a backup of it would be damaged too: ${findings}. Stop the server, move the database away and ` +
      'restore the last good backup.',
    cause,
  );
}

/** The error for a store that does not exist. */
export function noStore(place: string): BackupError {
  return new BackupError(`There is no database at ${place} yet. The first start of the server creates it.`);
}

function assertKnown(file: SqliteFile, path: string): void {
  const steps = readSteps(file);
  if (steps.length === 0) throw noStore(path);
  const known = migrations.map(({ name }) => name);
  const unknown = steps.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new NewerSchemaError(unknown);
}

/**
 * Copies a snapshot of a SQLite store into an empty file. It only reads, so writers do not wait. The store is checked first: copying
 * rebuilds the indexes, and a damaged index is often the only sign that rows are missing.
 */
export function copySqlite(path: string, draft: string, onProgress: ReportProgress): void {
  if (!existsSync(path)) throw noStore(path);
  const file = new SqliteFile(path, { readwrite: true, create: false });
  try {
    file.run(`pragma busy_timeout = ${BUSY_TIMEOUT_MS}`);
    assertKnown(file, path);
    onProgress(`Checking the database, ${formatBytes(storeSizeOf(file))}`);
    assertSound(file, (findings) => damagedStore(path, findings).message);
    onProgress('Copying the database');
    file.query('vacuum into ?').run(draft);
  } catch (error) {
    throw isDamage(error) ? damagedStore(path, (error as Error).message, error) : error;
  } finally {
    file.close();
  }
}

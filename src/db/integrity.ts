import type { Database as SqliteFile } from 'bun:sqlite';
import { isDamage } from './failures.ts';

/** How thoroughly SQLite checks: `quick` reads every page, `whole` also compares each index with its table. */
export type IntegrityCheck = 'quick' | 'whole';

const pragmas: Record<IntegrityCheck, string> = { quick: 'quick_check', whole: 'integrity_check' };

// A few findings are enough for a report.
const MAX_FINDINGS = 5;

// Comparing the indexes reads the file many times, so it needs a larger cache.
const CACHE_KIB = 64_000;
const USUAL_CACHE_KIB = 2_000;

/** The size of a store including its write-ahead log; 0 if it is too damaged to read. */
export function storeSizeOf(file: SqliteFile): number {
  const sql = 'select page_count * page_size as bytes from pragma_page_count, pragma_page_size';
  try {
    return file.query<{ bytes: number }, []>(sql).get()?.bytes ?? 0;
  } catch (error) {
    if (!isDamage(error)) throw error;
    return 0;
  }
}

/** The problems that SQLite finds in a file, at most MAX_FINDINGS; empty if there are none. */
export function findDamage(file: SqliteFile, check: IntegrityCheck): string[] {
  try {
    file.run(`pragma cache_size = -${CACHE_KIB}`);
    const rows = file.query<Record<string, string>, []>(`pragma ${pragmas[check]}(${MAX_FINDINGS})`).all();
    const lines = rows.flatMap((row) => Object.values(row)).map((line) => line.replaceAll(/\s+/g, ' ').trim());
    return lines.filter((line) => line !== 'ok');
  } catch (error) {
    if (!isDamage(error)) throw error;
    return [(error as Error).message];
  } finally {
    file.run(`pragma cache_size = -${USUAL_CACHE_KIB}`);
  }
}

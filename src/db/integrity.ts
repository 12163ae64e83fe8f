import type { Database as SqliteFile } from 'bun:sqlite';
import { isDamage } from './failures.ts';

/** How closely SQLite looks: `quick` at every page, `whole` also at whether each index agrees with its table. */
export type Closeness = 'quick' | 'whole';

const pragmas: Record<Closeness, string> = { quick: 'quick_check', whole: 'integrity_check' };

// The first few tell as much as the first hundred.
const MOST_FINDINGS = 5;

// To look up every entry of every index goes through the file many times.
const CACHE_KIB = 64_000;
const USUAL_CACHE_KIB = 2_000;

/** How large a store is, with what its log still holds; 0 where it is too damaged to tell. */
export function storeSizeOf(file: SqliteFile): number {
  const sql = 'select page_count * page_size as bytes from pragma_page_count, pragma_page_size';
  try {
    return file.query<{ bytes: number }, []>(sql).get()?.bytes ?? 0;
  } catch (error) {
    if (!isDamage(error)) throw error;
    return 0;
  }
}

/** What SQLite finds wrong in a file, at most some lines of it; nothing where it is sound. */
export function findDamage(file: SqliteFile, closeness: Closeness): string[] {
  try {
    file.run(`pragma cache_size = -${CACHE_KIB}`);
    const rows = file.query<Record<string, string>, []>(`pragma ${pragmas[closeness]}(${MOST_FINDINGS})`).all();
    const lines = rows.flatMap((row) => Object.values(row)).map((line) => line.replaceAll(/\s+/g, ' ').trim());
    return lines.filter((line) => line !== 'ok');
  } catch (error) {
    if (!isDamage(error)) throw error;
    return [(error as Error).message];
  } finally {
    file.run(`pragma cache_size = -${USUAL_CACHE_KIB}`);
  }
}

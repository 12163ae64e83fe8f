import { Database as SqliteFile } from 'bun:sqlite';

const SAFE_SQLITE = '3.51.3';

/** Throws if a checkpoint can corrupt the write-ahead log of this SQLite version. */
export function assertSafeSqlite(version: string): void {
  const [have, want] = [version, SAFE_SQLITE].map((text) => text.split('.').map(Number)) as [number[], number[]];
  for (let index = 0; index < 3; index += 1) {
    const difference = (have[index] ?? 0) - (want[index] ?? 0);
    if (difference > 0) return;
    if (difference < 0) {
      throw new Error(`SQLite ${version} can corrupt its write-ahead log; ${SAFE_SQLITE} or newer is needed.`);
    }
  }
}

/** The version of the embedded SQLite. */
export function sqliteVersion(): string {
  const file = new SqliteFile(':memory:');
  const row = file.query('select sqlite_version() as version').get() as { version: string };
  file.close();
  return row.version;
}

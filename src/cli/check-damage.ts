import { Database as SqliteFile } from 'bun:sqlite';
import { existsSync } from 'node:fs';
import { formatBytes } from '../backup/progress.ts';
import type { Config } from '../config/config.ts';
import { findDamage, storeSizeOf } from '../db/integrity.ts';
import { sqlitePath } from '../db/open.ts';

// Comparing every index with its table takes minutes above this size.
const WHOLE_BELOW_BYTES = 1e9;
const ANNOUNCED_ABOVE_BYTES = 2e8;

/** Reads every page of the store; throws an error that explains the recovery if it is damaged. */
export function checkDamage(config: Config): string {
  if (config.databaseUrl !== undefined) return 'PostgreSQL checks its own pages if data checksums are enabled.';
  const path = sqlitePath(config);
  if (!existsSync(path)) return 'There is no database yet.';
  const file = new SqliteFile(path, { readwrite: true, create: false });
  try {
    const bytes = storeSizeOf(file);
    if (bytes > ANNOUNCED_ABOVE_BYTES) {
      process.stderr.write(`Checking every page of the database (${formatBytes(bytes)}). This may take a while …\n`);
    }
    const findings = findDamage(file, bytes < WHOLE_BELOW_BYTES ? 'whole' : 'quick');
    if (findings.length === 0) return `No damage found in the database (${formatBytes(bytes)}).`;
    throw new Error(
      `${path} is damaged: ${findings.join('; ')}. Stop the server, move this file and its -wal and -shm files away, ` +
        'and run signpost restore with the last good backup. Keep the rest of DATA_DIR: it contains clicks that are not counted yet.',
    );
  } finally {
    file.close();
  }
}

import { Database as SqliteFile } from 'bun:sqlite';
import { existsSync } from 'node:fs';
import { formatBytes } from '../backup/progress.ts';
import type { Config } from '../config/config.ts';
import { findDamage, storeSizeOf } from '../db/integrity.ts';
import { sqlitePath } from '../db/open.ts';

// Comparing every index with its table takes minutes above this size.
const WHOLE_BELOW_BYTES = 1e9;
const WORTH_A_WORD_BYTES = 2e8;

/** Reads every page of the store; throws an error that explains the recovery if it is damaged. */
export function checkDamage(config: Config): string {
  if (config.databaseUrl !== undefined) return 'PostgreSQL looks after its own pages, where its checksums are on.';
  const path = sqlitePath(config);
  if (!existsSync(path)) return 'There is no store yet.';
  const file = new SqliteFile(path, { readwrite: true, create: false });
  try {
    const bytes = storeSizeOf(file);
    if (bytes > WORTH_A_WORD_BYTES) {
      process.stderr.write(`Reading every page of the store, ${formatBytes(bytes)}; this may take a while …\n`);
    }
    const findings = findDamage(file, bytes < WHOLE_BELOW_BYTES ? 'whole' : 'quick');
    if (findings.length === 0) return `Every page of the store was read, ${formatBytes(bytes)}: none is damaged.`;
    throw new Error(
      `${path} is damaged: ${findings.join('; ')}. Stop the server, move that file away with its -wal and -shm, ` +
        'and run signpost restore with the last good backup. Leave the rest of DATA_DIR where it is: clicks wait there.',
    );
  } finally {
    file.close();
  }
}

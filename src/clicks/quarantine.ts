import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../lib/log.ts';

/** Saves unreadable bytes of a journal for inspection; the file is private because they may contain addresses. */
function appendPieces(folder: string, journalId: string, pieces: Buffer[]): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `${journalId}.bytes`);
  for (const bytes of pieces) appendFileSync(file, bytes, { mode: 0o600 });
}

/** The dependencies of `quarantineBytes`. */
export interface QuarantineParts {
  quarantineFolder: string;
  log: Log;
}

/** Saves the parts of a journal that could not be counted, and logs an error. */
export function quarantineBytes({ quarantineFolder, log }: QuarantineParts, journalId: string, broken: Buffer[]): void {
  if (broken.length === 0) return;
  log.error('parts of a click journal could not be read and were quarantined', {
    journal: journalId,
    pieces: broken.length,
    folder: quarantineFolder,
  });
  try {
    appendPieces(quarantineFolder, journalId, broken);
  } catch (error) {
    // Do not throw: the other clicks are already counted, and a retry would count them twice.
    log.error('unreadable parts of a click journal could not be quarantined', { journal: journalId, error });
  }
}

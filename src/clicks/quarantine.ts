import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../lib/log.ts';

/** Puts bytes of a journal that could not be read aside, for somebody to look at; they may hold addresses. */
function quarantine(folder: string, journalId: string, pieces: Buffer[]): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `${journalId}.bytes`);
  for (const bytes of pieces) appendFileSync(file, bytes, { mode: 0o600 });
}

/** What putting bytes aside needs. */
export interface QuarantineParts {
  quarantineFolder: string;
  log: Log;
}

/** Puts aside what could not be counted of a journal, and reports it. */
export function putAside({ quarantineFolder, log }: QuarantineParts, journalId: string, broken: Buffer[]): void {
  if (broken.length === 0) return;
  log.error('parts of a journal of clicks could not be read and were put aside', {
    journal: journalId,
    pieces: broken.length,
    folder: quarantineFolder,
  });
  try {
    quarantine(quarantineFolder, journalId, broken);
  } catch (error) {
    // The other clicks are already counted: repeating this would count them twice.
    log.error('they could not be put aside', { journal: journalId, error });
  }
}

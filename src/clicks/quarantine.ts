import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** Puts bytes of a journal that could not be read aside, for somebody to look at; they may hold addresses. */
export function quarantine(folder: string, journalId: string, pieces: Buffer[]): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `${journalId}.bytes`);
  for (const bytes of pieces) appendFileSync(file, bytes, { mode: 0o600 });
}

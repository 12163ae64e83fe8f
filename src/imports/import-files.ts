import { mkdir, readdir, stat, unlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Db } from '../db/db.ts';
import { changeRunStatus, listPausedSince, listUnfinished } from './import.store.ts';
import { toReason } from './import.ts';
import { importExpired } from './source-failures.ts';

const FOLDER = 'imports';
const MAX_PAUSE_MS = 7 * 24 * 60 * 60_000;
// An upload takes at most a few minutes, and its import is stored only then.
const UPLOAD_MS = 60 * 60_000;

/** The folder of uploads and downloads; creates it. */
export async function openImportFolder(dataDir: string): Promise<string> {
  const folder = join(dataDir, FOLDER);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** Where a background import keeps the export that it downloads: in one file, however often its process is started. */
export function downloadNameOf(runId: number): string {
  return `run-${runId}.zip`;
}

/** Ends the imports that have been paused for a week, and deletes the files that no import needs any more. */
export async function tidyImports(db: Db, dataDir: string, now: number): Promise<void> {
  const reason = toReason(importExpired());
  for (const id of await listPausedSince(db, now - MAX_PAUSE_MS))
    await changeRunStatus(db, id, { from: ['paused'], to: 'canceled', reason, now });
  const folder = join(dataDir, FOLDER);
  // Listed first: a file that is stored with an import after this is not in the list.
  const names = await readdir(folder).catch(() => []);
  if (names.length === 0) return;
  const unfinished = await listUnfinished(db);
  const needed = unfinished.map(({ id, input }) => (input.kind === 'file' ? basename(input.path) : downloadNameOf(id)));
  for (const name of names) {
    if (needed.includes(name)) continue;
    const path = join(folder, name);
    const file = await stat(path).catch(() => undefined);
    // The clock of files is that of the machine.
    if (file && Date.now() - file.mtimeMs >= UPLOAD_MS) await unlink(path).catch(() => {});
  }
}

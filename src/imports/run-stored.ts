import { AppError } from '../core/errors.ts';
import type { Db } from '../db/db.ts';
import * as store from './import.store.ts';
import { type ImportReason, type ImportReport, type StoredRun, toReason } from './import.ts';
import type { OpenedImport } from './open-import.ts';
import { type ImportParts, ImportStopped, type ImportWatch } from './run-import.ts';

/** Runs a stored import, and stores how it ended. Throws what ended it. */
export async function runStored(
  parts: Pick<ImportParts, 'db' | 'now'>,
  run: StoredRun,
  opened: OpenedImport,
  watch: ImportWatch,
): Promise<ImportReport> {
  const { db, now } = parts;
  try {
    return await opened.run(run, watch);
  } catch (error) {
    if (error instanceof ImportStopped) throw error;
    const isTemporary = !(error instanceof AppError) || error.kind === 'unavailable';
    const to = isTemporary ? 'paused' : 'failed';
    await changeQuietly(db, run.id, to, toReason(error), now());
    throw error;
  }
}

/** If the store fails too, the run stays as it is, and continues later. */
async function changeQuietly(db: Db, id: number, to: 'paused' | 'failed', reason: ImportReason, now: number) {
  await store.changeRunStatus(db, id, { from: ['running'], to, reason, now }).catch(() => false);
}

import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { actAs } from '../core/actor.ts';
import { AppError } from '../core/errors.ts';
import type { Db } from '../db/db.ts';
import { deleteUpload, unsealKey } from './background-imports.ts';
import * as store from './import.store.ts';
import { type StoredRun, toReason } from './import.ts';
import { withImportLease } from './import-lease.ts';
import { type OpenParts, openImport } from './open-import.ts';
import { ImportStopped } from './run-import.ts';
import { runStored } from './run-stored.ts';
import type { SourceInput } from './source.ts';
import { createSourceClient, type SendToSource } from './source-client.ts';
import { sourceRefused } from './source-failures.ts';

/** The dependencies of a job. */
export interface JobParts extends OpenParts {
  /** For statistics; it may use a replica. */
  readDb: Db;
  /** Decrypts the keys of services. */
  secret: string;
  /** Reaches public addresses only. */
  send: SendToSource;
}

/** Whether this machine can run an import: an uploaded file is only where it was uploaded. */
export function isRunnableHere({ input }: StoredRun): boolean {
  return input.kind === 'address' || input.node === undefined || input.node === hostname();
}

function openInput(run: StoredRun, { secret, send }: JobParts): SourceInput {
  const { input } = run;
  if (input.kind === 'file') {
    if (!existsSync(input.path)) throw sourceRefused({ host: run.product, problem: 'the uploaded file is gone' });
    return { kind: 'file', path: input.path };
  }
  const key = unsealKey(secret, run);
  if (key === undefined) throw sourceRefused({ host: run.host, problem: 'its key can no longer be read' });
  return { kind: 'address', url: input.url, key, client: createSourceClient({ send, sleep: (ms) => Bun.sleep(ms) }) };
}

/** Runs a background import to its end, or until it pauses. Its outcome is stored with it. */
export async function runJob(parts: JobParts, run: StoredRun): Promise<void> {
  const { db, now } = parts;
  await withImportLease(db, run.owner, now, async () => {
    try {
      await actAs({ kind: 'import', user: run.author, now }, async () => {
        const opened = await openImport(parts, run.product, openInput(run, parts), run.settings);
        try {
          await runStored(parts, run, opened, { onProgress() {} });
        } finally {
          await opened.close();
        }
      });
    } catch (error) {
      if (error instanceof ImportStopped) return;
      const to = error instanceof AppError && error.kind !== 'unavailable' ? 'failed' : 'paused';
      await store.changeRunStatus(db, run.id, { from: ['running'], to, reason: toReason(error), now: now() });
      if (!(error instanceof AppError)) throw error;
    } finally {
      const ended = await store.findRun(db, run.owner, run.id);
      if (ended && ended.endedAt !== null) await deleteUpload(ended.input);
    }
  });
}

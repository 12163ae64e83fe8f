import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { actAs } from '../core/actor.ts';
import { AppError } from '../core/errors.ts';
import type { Db } from '../db/db.ts';
import { deleteUpload, unsealKey } from './background-imports.ts';
import * as store from './import.store.ts';
import { type StoredRun, toReason } from './import.ts';
import { downloadNameOf, openImportFolder } from './import-files.ts';
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
  /** Keeps what is uploaded and downloaded. */
  dataDir: string;
  /** Decrypts the keys of services. */
  secret: string;
  /** Reaches public addresses only. */
  send: SendToSource;
}

/** Whether this machine can run an import: an uploaded file is only where it was uploaded. */
export function isRunnableHere({ input }: Pick<StoredRun, 'input'>): boolean {
  return input.kind === 'address' || input.node === undefined || input.node === hostname();
}

async function openInput(run: StoredRun, { dataDir, secret, send }: JobParts): Promise<SourceInput> {
  const { input } = run;
  if (input.kind === 'file') {
    if (!existsSync(input.path)) throw sourceRefused({ host: run.product, problem: 'the uploaded file is gone' });
    return { kind: 'file', path: input.path };
  }
  const key = unsealKey(secret, run);
  if (key === undefined) throw sourceRefused({ host: run.host, problem: 'its key can no longer be read' });
  const client = createSourceClient({ send, sleep: (ms) => Bun.sleep(ms) });
  const downloadTo = join(await openImportFolder(dataDir), downloadNameOf(run.id));
  return { kind: 'address', url: input.url, key, client, downloadTo };
}

/** Runs a background import to its end, or until it pauses. Its outcome is stored with it. */
export async function runJob(parts: JobParts, run: StoredRun): Promise<void> {
  const { db, now } = parts;
  await withImportLease(db, run.owner, now, async () => {
    try {
      await actAs({ kind: 'import', user: run.author, now }, async () => {
        const opened = await openImport(parts, run.product, await openInput(run, parts), run.settings);
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

import { createReadStream } from 'node:fs';
import { invalidFields } from '../core/errors.ts';
import { transaction } from '../db/transaction.ts';
import { noSuchDomain } from '../resources/domains/domain.service.ts';
import type { ReadImported } from '../resources/links/link.routes.ts';
import * as store from './import.store.ts';
import {
  type ImportConflict,
  type ImportReport,
  type ImportSettings,
  productOf,
  type StoredRun,
  UNLIMITED,
} from './import.ts';
import { listConflicts } from './import-conflict.store.ts';
import { withImportLease } from './import-lease.ts';
import { readImported } from './import-ref.store.ts';
import { type OpenedImport, openImport } from './open-import.ts';
import { ImportStopped, type ImportWatch } from './run-import.ts';
import { type JobParts, runJob as runBackground } from './run-job.ts';
import { runStored } from './run-stored.ts';
import type { ImportProduct, SourceInput } from './source.ts';
import type { SendToSource } from './source-client.ts';
import { importStopped } from './source-failures.ts';

/** An import that a command runs from beginning to end. */
export interface CommandImport {
  product: ImportProduct;
  input: SourceInput;
  settings: ImportSettings;
  isDryRun: boolean;
}

/** What a command shows of an import before it begins. */
export type BeginImport = (opened: OpenedImport, resumed: StoredRun | undefined) => ImportWatch;

/** The result of an import. */
export interface ImportResult {
  report: ImportReport;
  conflicts: ImportConflict[];
}

/** Imports links with their history. */
export interface ImportService {
  /** Imports now; an unfinished import of the same input continues where it stopped. */
  runNow(owner: number, wanted: CommandImport, begin: BeginImport): Promise<ImportResult>;
  /** Runs a background import, if it still should run. `send` reaches public addresses only. */
  runJob(id: number, send: SendToSource): Promise<void>;
  /** Which of a link's clicks came from another service. */
  readImported: ReadImported;
}

const KEPT_RUNS = 50;
const MAX_CONFLICTS = 100_000;

/** Identifies the content of a file, or the address. */
async function fingerprintOf(input: SourceInput): Promise<string> {
  if (input.kind === 'address') return input.url;
  const hasher = new Bun.CryptoHasher('sha256');
  for await (const chunk of createReadStream(input.path) as AsyncIterable<Uint8Array>) hasher.update(chunk);
  return hasher.digest('hex');
}

export function createImportService(parts: Omit<JobParts, 'send'>): ImportService {
  const { db, now } = parts;

  async function openRun(
    owner: number,
    wanted: CommandImport,
    host: string,
  ): Promise<{ run: StoredRun; isResumed: boolean }> {
    const { product, settings, isDryRun, input } = wanted;
    const fingerprint = await fingerprintOf(input);
    const unfinished = isDryRun ? undefined : await store.findUnfinished(db, owner, { product, fingerprint, settings });
    const from = ['running', 'paused', 'failed'] as const;
    if (unfinished && (await store.changeRunStatus(db, unfinished.id, { from: [...from], to: 'running', now: now() })))
      return { run: { ...unfinished, status: 'running' }, isResumed: true };
    const id = await transaction(db, async (tx) => {
      await store.deleteOldRuns(tx, owner, KEPT_RUNS);
      const stored = input.kind === 'file' ? input : { kind: input.kind, url: input.url };
      const started = { author: null, rights: UNLIMITED, isBackground: false, sealedKey: null };
      const added = { ...wanted, ...started, input: stored, host, fingerprint };
      return store.insertRun(tx, owner, added, now());
    });
    const run = await store.findRun(db, owner, id);
    if (!run) throw new Error('the import disappeared');
    return { run, isResumed: false };
  }

  async function assertTargets(owner: number, { domains }: ImportSettings): Promise<void> {
    for (const target of Object.values(domains))
      if ((await parts.findDomainId(owner, target)) === undefined) throw invalidFields([noSuchDomain]);
  }

  return {
    async runJob(id, send) {
      const run = await store.findBackgroundRun(db, id);
      if (run) await runBackground({ ...parts, send }, run);
    },

    async readImported({ id, importedClicks: undated }) {
      const { clicks, sources } = await readImported(parts.readDb, id);
      // Older versions stored the total of a CSV file without its source.
      const products = sources.length === 0 && undated > 0 ? ['csv'] : sources.map(productOf);
      const from = products.length === 0 ? null : [...new Set(products)].join(', ');
      return { clicks: clicks + undated, undated, from };
    },

    async runNow(owner, wanted, begin) {
      await assertTargets(owner, wanted.settings);
      const opened = await openImport(parts, wanted.product, wanted.input, wanted.settings);
      try {
        return await withImportLease(db, owner, now, async () => {
          const { run, isResumed } = await openRun(owner, wanted, opened.host);
          const watch = begin(opened, isResumed ? run : undefined);
          const report = await runStored(parts, run, opened, watch).catch((error) => {
            throw error instanceof ImportStopped ? importStopped() : error;
          });
          return { report, conflicts: await listConflicts(db, run.id, MAX_CONFLICTS) };
        });
      } finally {
        await opened.close();
      }
    },
  };
}

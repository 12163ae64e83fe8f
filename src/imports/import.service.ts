import { createReadStream } from 'node:fs';
import { AppError, invalidFields } from '../core/errors.ts';
import type { Db } from '../db/db.ts';
import { transaction } from '../db/transaction.ts';
import { noSuchDomain } from '../resources/domains/domain.service.ts';
import type { ReadImported } from '../resources/links/link.routes.ts';
import * as store from './import.store.ts';
import {
  type ImportConflict,
  type ImportReason,
  type ImportReport,
  type ImportSettings,
  productOf,
  type StoredRun,
} from './import.ts';
import { withImportLease } from './import-lease.ts';
import { readImported } from './import-ref.store.ts';
import type { openSource } from './open-source.ts';
import { type ImportParts, ImportRunner, ImportStopped, type ImportWatch } from './run-import.ts';
import type { ImportProduct, ImportSource, SourceInput } from './source.ts';

/** An import that a command runs from beginning to end. */
export interface CommandImport {
  product: ImportProduct;
  input: SourceInput;
  settings: ImportSettings;
  isDryRun: boolean;
}

/** What a command shows of the source before it begins. */
export type BeginImport = (source: ImportSource, resumed: StoredRun | undefined) => ImportWatch;

/** The result of an import. */
export interface ImportResult {
  report: ImportReport;
  conflicts: ImportConflict[];
}

/** Imports links with their history. */
export interface ImportService {
  /** Imports at once; an unfinished import of the same input goes on where it stopped. */
  runNow(owner: number, wanted: CommandImport, begin: BeginImport): Promise<ImportResult>;
  /** Which of a link's clicks came from another service. */
  readImported: ReadImported;
}

const KEPT_RUNS = 50;
const MAX_CONFLICTS = 100_000;

/** A failure in the form that is stored with the run. */
export function toReason(error: unknown): ImportReason {
  if (error instanceof AppError) return { code: error.code, message: error.message, params: error.params };
  return { code: 'internal_error', message: error instanceof Error ? error.message : String(error), params: {} };
}

/** Identifies the content of a file, or the address. */
async function fingerprintOf(input: SourceInput): Promise<string> {
  if (input.kind === 'address') return input.url;
  const hasher = new Bun.CryptoHasher('sha256');
  for await (const chunk of createReadStream(input.path) as AsyncIterable<Uint8Array>) hasher.update(chunk);
  return hasher.digest('hex');
}

/** Runs a stored import, and stores how it ended. Throws what ended it. */
export async function runStored(
  parts: ImportParts,
  run: StoredRun,
  source: ImportSource,
  watch: ImportWatch,
): Promise<ImportReport> {
  const { db, now } = parts;
  try {
    return await new ImportRunner(parts, run, watch).run(source);
  } catch (error) {
    if (error instanceof ImportStopped) throw error;
    const isTemporary = !(error instanceof AppError) || error.kind === 'unavailable';
    const to = isTemporary ? 'paused' : 'failed';
    await changeQuietly(db, run.id, to, toReason(error), now());
    throw error;
  }
}

/** If the store fails too, the run stays as it is, and goes on later. */
async function changeQuietly(db: Db, id: number, to: 'paused' | 'failed', reason: ImportReason, now: number) {
  await store.changeRunStatus(db, id, { from: ['running'], to, reason, now }).catch(() => false);
}

/** The dependencies of the service. */
export interface ImportServiceParts extends ImportParts {
  /** For statistics; it may use a replica. */
  readDb: Db;
  openSource: typeof openSource;
}

export function createImportService(parts: ImportServiceParts): ImportService {
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
      const added = { ...wanted, input: stored, host, author: null, isBackground: false, sealedKey: null, fingerprint };
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
    async readImported({ id, importedClicks: undated }) {
      const { clicks, sources } = await readImported(parts.readDb, id);
      // Older versions stored the total of a CSV file without its source.
      const products = sources.length === 0 && undated > 0 ? ['csv'] : sources.map(productOf);
      const from = products.length === 0 ? null : [...new Set(products)].join(', ');
      return { clicks: clicks + undated, undated, from };
    },

    async runNow(owner, wanted, begin) {
      await assertTargets(owner, wanted.settings);
      const source = await parts.openSource(wanted.product, wanted.input);
      try {
        return await withImportLease(db, owner, now, async () => {
          const { run, isResumed } = await openRun(owner, wanted, source.describe().host);
          const watch = begin(source, isResumed ? run : undefined);
          const report = await runStored(parts, run, source, watch);
          return { report, conflicts: await store.listConflicts(db, run.id, MAX_CONFLICTS) };
        });
      } finally {
        await source.close();
      }
    },
  };
}

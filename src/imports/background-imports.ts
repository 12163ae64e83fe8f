import { open, unlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { invalidField, invalidFields } from '../core/errors.ts';
import type { Db } from '../db/db.ts';
import { transaction } from '../db/transaction.ts';
import { fileTooLarge } from '../http/failures.ts';
import type { Clock } from '../lib/date-time.ts';
import { sealText, unsealText } from '../lib/seal.ts';
import { noSuchDomain } from '../resources/domains/domain.service.ts';
import { tooManyImports } from '../resources/links/import/link-import.ts';
import * as store from './import.store.ts';
import {
  type ImportConflict,
  type ImportRights,
  type ImportSettings,
  type StoredInput,
  type StoredRun,
  toReason,
} from './import.ts';
import { listConflicts } from './import-conflict.store.ts';
import { openImportFolder } from './import-files.ts';
import { isImporting } from './import-lease.ts';
import { assertColumns, assertHasColumns, isSupported } from './open-source.ts';
import type { ImportProduct } from './source.ts';
import {
  importInterrupted,
  importNotFound,
  importNotPossible,
  importRunning,
  MAX_UNFINISHED,
  tooManyUnfinishedImports,
} from './source-failures.ts';

/** Who starts an import, and for which workspace. */
interface Author {
  owner: number;
  userId: number;
  rights: ImportRights;
}

/** What to import, and how. */
interface WantedImport {
  from: ImportProduct;
  settings: ImportSettings;
  isDryRun: boolean;
}

/** A file that is being uploaded. */
interface UploadedFile {
  stream: ReadableStream<Uint8Array>;
  maxBytes: number;
  /** Throws if the client is gone or may no longer do this. */
  assertMayContinue(): Promise<void>;
}

/** Imports that the server runs in the background, one at a time in each workspace. */
export interface BackgroundImports {
  /** Throws if the address is not public. */
  addAddress(author: Author, wanted: WantedImport & { url: string; key: string }): Promise<number>;
  addFile(author: Author, wanted: WantedImport, file: UploadedFile): Promise<number>;
  get(owner: number, id: number): Promise<{ run: StoredRun; conflicts: ImportConflict[] }>;
  list(owner: number): Promise<StoredRun[]>;
  pause(owner: number, id: number): Promise<void>;
  /** The import continues with the rights of whoever resumes it. */
  resume(author: Author, id: number): Promise<void>;
  cancel(owner: number, id: number): Promise<void>;
}

interface Parts {
  db: Db;
  dataDir: string;
  secret: string;
  now: Clock;
  findDomainId(owner: number, host: string): Promise<number | undefined>;
  /** Whether the server may connect to this address; undefined if the name has no address. */
  isPublic(url: URL): Promise<boolean>;
}

const PURPOSE = 'import key';
const LISTED = 50;
const KEPT = 50;
const SHOWN_CONFLICTS = 1_000;
const RETRY_AFTER_SECONDS = 10;

/** Decrypts the key of a run; undefined if there is none, or if the secret changed since. */
export function unsealKey(secret: string, { sealedKey }: StoredRun): string | undefined {
  return sealedKey === null ? undefined : unsealText(secret, PURPOSE, sealedKey);
}

/** Deletes the uploaded file of a run that has ended. */
export async function deleteUpload(input: StoredInput): Promise<void> {
  if (input.kind === 'file' && input.node === hostname()) await unlink(input.path).catch(() => {});
}

export function createBackgroundImports(parts: Parts): BackgroundImports {
  const { db, dataDir, secret, now, findDomainId, isPublic } = parts;
  /** The users who are uploading a file: one at a time for each. */
  const uploading = new Set<number>();

  async function assertPossible(
    { owner, userId }: Author,
    { from, settings }: WantedImport,
    kind: StoredInput['kind'],
  ) {
    if (!isSupported(from, kind)) throw invalidField('from', 'source_not_supported');
    if (settings.columns) assertHasColumns(from, kind);
    for (const target of Object.values(settings.domains))
      if ((await findDomainId(owner, target)) === undefined)
        throw invalidFields([{ ...noSuchDomain, field: 'domains' }]);
    if (await store.hasRunning(db, owner)) throw importRunning();
    if ((await store.countUnfinishedImports(db, userId)) >= MAX_UNFINISHED) throw tooManyUnfinishedImports();
  }

  async function add(
    { owner, userId, rights }: Author,
    { from, settings, isDryRun }: WantedImport,
    source: { input: StoredInput; host: string; fingerprint: string; sealedKey: string | null },
  ): Promise<number> {
    return transaction(db, async (tx) => {
      if (await store.hasRunning(tx, owner)) throw importRunning();
      if ((await store.countUnfinishedImports(tx, userId)) >= MAX_UNFINISHED) throw tooManyUnfinishedImports();
      await store.deleteOldRuns(tx, owner, KEPT);
      const run = { ...source, product: from, settings, isDryRun, author: userId, rights, isBackground: true };
      return store.insertRun(tx, owner, run, now());
    });
  }

  /** Writes the file piece by piece; a dump may be larger than the memory. */
  async function save({ stream, maxBytes, assertMayContinue }: UploadedFile): Promise<{ path: string; hash: string }> {
    const path = join(await openImportFolder(dataDir), crypto.randomUUID());
    const file = await open(path, 'wx', 0o600);
    const hasher = new Bun.CryptoHasher('sha256');
    try {
      let size = 0;
      for await (const chunk of stream) {
        size += chunk.byteLength;
        if (size > maxBytes) throw fileTooLarge();
        hasher.update(chunk);
        await file.write(chunk);
      }
      await assertMayContinue();
      await file.sync();
    } catch (error) {
      await file.close();
      await unlink(path);
      throw error;
    }
    await file.close();
    return { path, hash: hasher.digest('hex') };
  }

  async function getRun(owner: number, id: number): Promise<StoredRun> {
    const run = await store.findRun(db, owner, id);
    if (!run) throw importNotFound();
    return run;
  }

  async function change(owner: number, id: number, from: StoredRun['status'][], to: StoredRun['status']) {
    const run = await getRun(owner, id);
    if (!(await store.changeRunStatus(db, id, { from, to, now: now() }))) throw importNotPossible();
    return run;
  }

  /** A command that was killed could not store that it ended. */
  async function showInterrupted(owner: number, runs: StoredRun[]): Promise<StoredRun[]> {
    const isOfCommand = ({ status, isBackground }: StoredRun) => status === 'running' && !isBackground;
    if (!runs.some(isOfCommand) || (await isImporting(db, owner, now()))) return runs;
    const reason = toReason(importInterrupted());
    return runs.map((run) => (isOfCommand(run) ? { ...run, status: run.isDryRun ? 'failed' : 'paused', reason } : run));
  }

  return {
    async addAddress(author, wanted) {
      const root = URL.parse(wanted.url);
      if (!root || !['http:', 'https:'].includes(root.protocol)) throw invalidField('url', 'not_http');
      await assertPossible(author, wanted, 'address');
      if (!(await isPublic(root))) throw invalidField('url', 'private_address');
      const url = root.href.replace(/\/+$/, '');
      const sealedKey = sealText(secret, PURPOSE, wanted.key);
      return add(author, wanted, { input: { kind: 'address', url }, host: root.host, fingerprint: url, sealedKey });
    },

    async addFile(author, wanted, file) {
      await assertPossible(author, wanted, 'file');
      if (uploading.has(author.userId)) throw tooManyImports({ retryAfterSeconds: RETRY_AFTER_SECONDS });
      uploading.add(author.userId);
      const { path, hash } = await save(file).finally(() => uploading.delete(author.userId));
      const { from, settings } = wanted;
      try {
        if (settings.columns) await assertColumns(from, path, settings.columns);
        const input = { kind: 'file' as const, path, node: hostname() };
        return await add(author, wanted, { input, host: '', fingerprint: hash, sealedKey: null });
      } catch (error) {
        await unlink(path);
        throw error;
      }
    },

    list: async (owner) => showInterrupted(owner, await store.listRuns(db, owner, LISTED)),

    async get(owner, id) {
      const [run] = (await showInterrupted(owner, [await getRun(owner, id)])) as [StoredRun];
      return { run, conflicts: await listConflicts(db, id, SHOWN_CONFLICTS) };
    },

    pause: async (owner, id) => void (await change(owner, id, ['running'], 'paused')),

    async resume({ owner, userId, rights }, id) {
      // An interrupted command continues when it is run again.
      if (!(await getRun(owner, id)).isBackground) throw importNotPossible();
      if (await store.hasRunning(db, owner)) throw importRunning();
      if (!(await store.resumeRun(db, id, { author: userId, rights, now: now() }))) throw importNotPossible();
    },

    async cancel(owner, id) {
      const { input } = await change(owner, id, ['running', 'paused'], 'canceled');
      await deleteUpload(input);
    },
  };
}

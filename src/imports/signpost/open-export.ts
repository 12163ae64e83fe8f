import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { actAs } from '../../core/actor.ts';
import type { Db } from '../../db/db.ts';
import type { Clock } from '../../lib/date-time.ts';
import { ZipArchive, ZipError } from '../../lib/zip.ts';
import type { FindAddressProblem } from '../../resources/bio/bio.own-address.ts';
import { changeRunStatus } from '../import.store.ts';
import { ANY_DOMAIN, type ImportReport, type StoredRun } from '../import.ts';
import { ImportStopped, type ImportWatch } from '../run-import.ts';
import type { SourceInput } from '../source.ts';
import { fileNotReadable, sourceRefused } from '../source-failures.ts';
import type { RestoredDomain } from './check-content.ts';
import { ExportRestore } from './import-export.ts';
import { readManifest, verifyExport } from './read-export.ts';
import { RestoreLog } from './restore-log.ts';
import { createFindDomainId, RestoredIds } from './restore-refs.ts';
import type { RestoreContext } from './restore-rows.ts';
import { deleteRestored } from './restored-row.store.ts';

export interface ExportRestoreParts extends Pick<RestoreContext, 'writePicture'> {
  db: Db;
  now: Clock;
  /** Throws if a domain belongs to someone else. */
  claimDomain(tx: Db, owner: number, domain: { name: string; host: string }): Promise<unknown>;
  /** The id of a domain of the owner, or of the main host. */
  findDomainId(owner: number, host: string): Promise<number | undefined>;
  /** Throws if a domain is an address of this service, or leads back to it. */
  assertDomainFits(owner: number, domain: RestoredDomain): Promise<void>;
  /** What is wrong with an address on a bio page; undefined if nothing is. */
  findAddressProblem: FindAddressProblem;
  /** Which of these hosts belong to this service for the owner. */
  findOurs(owner: number, hosts: string[]): Promise<ReadonlyMap<string, unknown>>;
}

/** The export of a Signpost, ready to be restored. */
export interface OpenedExport {
  /** Restores it; throws `ImportStopped` if the run was paused or canceled. */
  run(run: StoredRun, watch: ImportWatch): Promise<ImportReport>;
  close(): Promise<void>;
}

/** Another Signpost at an address writes its export at once. */
async function download({ url, key, client }: Extract<SourceInput, { kind: 'address' }>, path: string): Promise<void> {
  const headers = { Authorization: `Bearer ${key}` };
  const status = await client.download(`${url}/api/export.zip`, path, { headers, expected: [401, 403, 404] });
  if (status < 400) return;
  const problem =
    status === 403 ? 'the key must have all scopes for reading, and belong to an admin' : `HTTP ${status}`;
  throw sourceRefused({ host: new URL(url).host, problem });
}

async function findTargets(parts: ExportRestoreParts, owner: number, domains: Record<string, string>) {
  const targets = new Map<string, number>();
  for (const [source, target] of Object.entries(domains)) {
    const id = await parts.findDomainId(owner, target);
    if (id !== undefined) targets.set(source, id);
  }
  return targets;
}

async function restore(
  parts: ExportRestoreParts,
  path: string,
  run: StoredRun,
  watch: ImportWatch,
): Promise<ImportReport> {
  const { db, now, findDomainId } = parts;
  const { owner, settings, isDryRun } = run;
  const archive = await ZipArchive.open(path);
  const { host } = await readManifest(archive);
  const lineCount = await verifyExport(archive);
  const targets = await findTargets(parts, owner, settings.domains);
  const mainTarget = targets.get(host) ?? targets.get(ANY_DOMAIN) ?? (await findDomainId(owner, host));
  const ids = new RestoredIds();
  const context: RestoreContext = {
    ...{ owner, author: run.author ?? owner, ids, isDryRun, taken: settings.taken, writePicture: parts.writePicture },
    findDomainId: createFindDomainId(ids, mainTarget),
    claimDomain: (tx, domain) => parts.claimDomain(tx, owner, domain),
    assertDomainFits: (domain) => parts.assertDomainFits(owner, domain),
    findAddressProblem: (href) => parts.findAddressProblem(owner, href),
    findOurs: (hosts) => parts.findOurs(owner, hosts),
  };
  const log = new RestoreLog({ db, now, run, watch, ids, lineCount });
  await log.open();
  const unknownHost = mainTarget === undefined ? host : undefined;
  const restoring = new ExportRestore({ archive, context, log, settings, targets, unknownHost });
  await actAs({ kind: 'import', now }, () => restoring.run());
  if (!(await changeRunStatus(db, run.id, { from: ['running'], to: 'done', now: now() }))) throw new ImportStopped();
  await deleteRestored(db, run.id);
  return log.report;
}

/** Opens the export of another Signpost: a file, or what it sends from its address. */
export async function openExport(parts: ExportRestoreParts, input: SourceInput): Promise<OpenedExport> {
  const isTemporary = input.kind === 'address' && input.downloadTo === undefined;
  const folder = isTemporary ? await mkdtemp(join(tmpdir(), 'signpost-')) : '';
  const path = input.kind === 'file' ? input.path : (input.downloadTo ?? join(folder, 'export.zip'));
  const close = async () => {
    if (input.kind === 'address') await rm(isTemporary ? folder : path, { recursive: true, force: true });
  };
  try {
    if (input.kind === 'address') await download(input, path);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    close,
    async run(run, watch) {
      try {
        return await restore(parts, path, run, watch);
      } catch (error) {
        if (!(error instanceof ZipError)) throw error;
        const { line, message: problem } = error;
        throw fileNotReadable({ product: 'Signpost', line, column: 1, problem }, { cause: error });
      }
    },
  };
}

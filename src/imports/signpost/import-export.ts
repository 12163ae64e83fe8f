import { actAs } from '../../core/actor.ts';
import type { FieldError } from '../../core/errors.ts';
import type { Db } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import type { Clock } from '../../lib/date-time.ts';
import { ZipArchive, ZipError } from '../../lib/zip.ts';
import type { ItemKind } from '../../resources/channels/channel.ts';
import { insertItem } from '../../resources/channels/channel-item.store.ts';
import type { Noun } from '../../rollups/subject.ts';
import type { Tables } from '../../tables.ts';
import { ANY_DOMAIN, EMPTY_REPORT, type ImportConflict, type ImportReport } from '../import.ts';
import { fileNotReadable } from '../source-failures.ts';
import type { ContentLine } from './check-content.ts';
import { type ContentNoun, contentNouns, readRow } from './content.ts';
import { groupLines, readLines, readManifest, verifyExport } from './read-export.ts';
import { createFindDomainId, findTargets, RestoredIds } from './restore-refs.ts';
import { type RestoreContext, restoreLine } from './restore-rows.ts';
import {
  type ClicksLine,
  restoreClicks,
  restoreStatistics,
  type StatisticsLine,
  type SubjectStatistics,
} from './restore-statistics.ts';

/** The choices of a restore. */
export interface RestoreSettings {
  taken: 'skip' | 'rename';
  /** The target of each domain of the source; that of `*` is for all others. */
  domains: Record<string, string>;
  isDryRun: boolean;
}

export interface ExportRestoreParts extends Pick<RestoreContext, 'writePicture'> {
  db: Db;
  /** Throws if a domain belongs to someone else. */
  claimDomain(tx: Db, owner: number, domain: { name: string; host: string }): Promise<unknown>;
  /** The id of a domain of the owner, or of the main host. */
  findDomainId(owner: number, host: string): Promise<number | undefined>;
  isMainHost(host: string): boolean;
  /** Which of these hosts belong to this service for the owner. */
  findOurs(owner: number, hosts: string[]): Promise<ReadonlyMap<string, unknown>>;
  now: Clock;
}

/** What was restored. The counts are those of links. */
export interface RestoreResult {
  report: ImportReport;
  conflicts: ImportConflict[];
}

const LINES_AT_ONCE = 100;
const STATISTICS_AT_ONCE = 500;

const tablesOfNouns: Record<string, keyof Tables> = {
  ...{ link: 'links', qr: 'qr_codes', campaign: 'campaigns', bio: 'bio_pages', block: 'bio_blocks' },
};

/** Restores the content of an archive into one workspace. */
class Restore {
  readonly #archive: ZipArchive;
  readonly #parts: ExportRestoreParts;
  readonly #context: RestoreContext;
  readonly #targets: Map<string, number>;
  readonly #restoredOverlays = new Set<number>();
  readonly report: ImportReport = { ...EMPTY_REPORT };
  readonly conflicts: ImportConflict[] = [];

  constructor(archive: ZipArchive, parts: ExportRestoreParts, context: RestoreContext, targets: Map<string, number>) {
    this.#archive = archive;
    this.#parts = parts;
    this.#context = context;
    this.#targets = targets;
  }

  async run(onProgress: (report: ImportReport) => void): Promise<void> {
    for (const noun of contentNouns) {
      const lines = readLines<ContentLine>(this.#archive, noun.file);
      let number = 1;
      for await (const some of groupLines(lines, () => '', LINES_AT_ONCE)) {
        await this.#restoreLines(noun, some, number);
        number += some.length;
        onProgress(this.report);
      }
    }
    if (this.#context.isDryRun) return;
    await this.#restoreItems();
    await this.#restoreResponses();
    await this.#restoreStatistics(onProgress);
    await this.#restoreClicks();
  }

  /** `first` is the number of the first line. */
  async #restoreLines(noun: ContentNoun, lines: ContentLine[], first: number): Promise<void> {
    const { ids } = this.#context;
    const wanted = noun.table === 'domains' ? lines.filter((line) => !this.#hasTarget(line)) : lines;
    const results = await transaction(this.#parts.db, async (tx) => {
      const done = [];
      for (const line of wanted) {
        const result = await restoreLine(tx, noun, line, this.#context);
        if (result.kind === 'existing') ids.set(noun.table, line.id, result.id);
        done.push({ line, result });
      }
      return done;
    });
    for (const { line, result } of results) {
      if (result.kind === 'restored' && noun.table === 'overlays') this.#restoredOverlays.add(line.id);
      if (result.kind === 'refused') this.#addConflict(noun, line, result.errors, first + lines.indexOf(line));
      if (noun.table === 'links') this.#countLink(line, result.kind);
    }
  }

  #hasTarget({ id, host }: ContentLine): boolean {
    const target = this.#targets.get(String(host));
    if (target !== undefined) this.#context.ids.set('domains', id, target);
    return target !== undefined;
  }

  #addConflict({ file }: ContentNoun, line: ContentLine, errors: FieldError[], number: number): void {
    const name = line.alias ?? line.slug ?? line.code ?? line.name ?? line.host ?? line.id;
    const alias = file === 'links' ? String(name) : `${file}: ${name}`;
    this.conflicts.push({ alias, errors, file: `${file}.ndjson`, line: number });
  }

  #countLink({ clicks, imported_clicks: undated }: ContentLine, kind: 'restored' | 'existing' | 'refused'): void {
    const { report } = this;
    report.rows += 1;
    if (kind === 'existing') report.existing += 1;
    else if (kind === 'refused') report.refused += 1;
    else {
      report.imported += 1;
      report.clicks += Number(clicks ?? 0);
      report.undated += Number(undated ?? 0);
    }
  }

  async #restoreItems(): Promise<void> {
    const { owner, ids } = this.#context;
    const tables: Record<ItemKind, keyof Tables> = { links: 'links', qr: 'qr_codes', bio: 'bio_pages' };
    const lines = readLines<Record<string, unknown>>(this.#archive, 'channel-items');
    for await (const some of groupLines(lines, () => '', LINES_AT_ONCE)) {
      await transaction(this.#parts.db, async (tx) => {
        for (const line of some) {
          const row = readRow('channel_items', line);
          const kind = row.kind as ItemKind;
          const channel = ids.find('channels', row.channel_id);
          const id = ids.find(tables[kind], row.item_id);
          if (channel === undefined || id === undefined) continue;
          await insertItem(tx, owner, channel, { kind, id, createdAt: Number(row.item_created_at) });
        }
      });
    }
  }

  /** Responses have no key of their own, so those of an overlay that existed before are not added again. */
  async #restoreResponses(): Promise<void> {
    const { ids } = this.#context;
    const lines = readLines<Record<string, unknown>>(this.#archive, 'overlay-responses');
    for await (const some of groupLines(lines, () => '', LINES_AT_ONCE)) {
      const rows = some.flatMap((line) => {
        const { id: _, ...row } = readRow('overlay_responses', line);
        const overlay = ids.find('overlays', row.overlay_id);
        const link = ids.find('links', row.link_id);
        const isWanted = this.#restoredOverlays.has(Number(row.overlay_id)) && overlay && link;
        return isWanted ? [{ ...row, overlay_id: overlay, link_id: link }] : [];
      });
      if (rows.length > 0)
        await this.#parts.db
          .insertInto('overlay_responses')
          .values(rows as never)
          .execute();
    }
  }

  async #restoreStatistics(onProgress: (report: ImportReport) => void): Promise<void> {
    const { ids } = this.#context;
    const lines = readLines<StatisticsLine>(this.#archive, 'statistics');
    let [noun, waiting, size]: [Noun | undefined, SubjectStatistics[], number] = [undefined, [], 0];
    for await (const some of groupLines(lines, ({ of, id }) => `${of} ${id}`)) {
      const [first] = some;
      const table = first && tablesOfNouns[first.of];
      const id = table && ids.find(table, first.id);
      if (!id) continue;
      if (noun !== undefined && (noun !== first.of || size + some.length > STATISTICS_AT_ONCE)) {
        await this.#storeStatistics(noun, waiting);
        onProgress(this.report);
        [waiting, size] = [[], 0];
      }
      noun = first.of;
      waiting.push({ id, lines: some });
      size += some.length;
    }
    if (noun !== undefined) await this.#storeStatistics(noun, waiting);
  }

  async #storeStatistics(noun: Noun, subjects: SubjectStatistics[]): Promise<void> {
    const restored = await restoreStatistics(this.#parts.db, this.#context.owner, noun, subjects);
    if (noun !== 'link') return;
    for (const { lines } of restored) this.report.bots += lines.find(({ span }) => span === 'total')?.bots ?? 0;
  }

  async #restoreClicks(): Promise<void> {
    const { ids } = this.#context;
    const lines = readLines<ClicksLine>(this.#archive, 'clicks');
    for await (const some of groupLines(lines, ({ of: noun, id, day }) => `${noun} ${id} ${day}`)) {
      const [first] = some;
      const table = first && tablesOfNouns[first.of];
      const id = table && ids.find(table, first.id);
      if (id) await restoreClicks(this.#parts.db, id, some);
    }
  }
}

/** Imports an export of Signpost into a workspace. A second run adds nothing; a run after a kill adds what is missing. */
export async function importExport(
  parts: ExportRestoreParts,
  owner: number,
  path: string,
  settings: RestoreSettings,
  onProgress: (report: ImportReport) => void,
): Promise<RestoreResult> {
  try {
    const archive = await ZipArchive.open(path);
    const manifest = await readManifest(archive);
    await verifyExport(archive);
    const targets = await findTargets(parts.findDomainId, owner, settings.domains);
    const ids = new RestoredIds();
    const context: RestoreContext = {
      ...{ owner, ids, taken: settings.taken, isDryRun: settings.isDryRun, writePicture: parts.writePicture },
      findDomainId: createFindDomainId(ids, targets.get(manifest.host) ?? targets.get(ANY_DOMAIN)),
      claimDomain: (tx, domain) => parts.claimDomain(tx, owner, domain),
      isMainHost: parts.isMainHost,
      findOurs: (hosts) => parts.findOurs(owner, hosts),
    };
    const restore = new Restore(archive, parts, context, targets);
    await actAs({ kind: 'import', now: parts.now }, () => restore.run(onProgress));
    return { report: restore.report, conflicts: restore.conflicts };
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
    const { line, message: problem } = error;
    throw fileNotReadable({ product: 'Signpost', line, column: 1, problem }, { cause: error });
  }
}

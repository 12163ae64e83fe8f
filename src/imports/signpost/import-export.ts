import { type FieldError, fieldError } from '../../core/errors.ts';
import type { ItemKind } from '../../resources/channels/channel.ts';
import { insertItem } from '../../resources/channels/channel-item.store.ts';
import { MAIN_DOMAIN } from '../../resources/domains/domain.ts';
import type { Tables } from '../../tables.ts';
import type { ImportConflict, ImportReport, ImportSettings } from '../import.ts';
import type { ContentLine } from './check-content.ts';
import { type ContentNoun, contentNouns, readRow } from './content.ts';
import { groupLines, readLines } from './read-export.ts';
import { type HistoryParts, restoreAllClicks, restoreAllStatistics } from './restore-history.ts';
import { type RowResult, restoreLine } from './restore-rows.ts';

/** What a restore works with. */
export interface ContentRestoreParts extends HistoryParts {
  settings: ImportSettings;
  /** The domains here for those of the source. */
  targets: Map<string, number>;
  /** The main host of the source, if the owner has no such domain. */
  unknownHost: string | undefined;
}

const LINES_AT_ONCE = 100;

/** A line, and what happened to it. */
interface RestoredLine {
  line: ContentLine;
  result: RowResult | { kind: 'refused'; errors: FieldError[] };
}

/** Restores the content of an archive into one workspace. */
export class ExportRestore {
  readonly #parts: ContentRestoreParts;

  constructor(parts: ContentRestoreParts) {
    this.#parts = parts;
  }

  /** Runs until everything is restored. A second run adds nothing; a run after a kill adds what is missing. */
  async run(): Promise<void> {
    const { archive, context, log } = this.#parts;
    for (const noun of contentNouns) {
      const lines = readLines<ContentLine>(archive, noun.file);
      let number = 1;
      for await (const some of groupLines(lines, () => '', LINES_AT_ONCE)) {
        log.noteRead(some.length);
        await this.#restoreLines(noun, some, number);
        number += some.length;
      }
    }
    if (context.isDryRun) return;
    await this.#restoreItems();
    await this.#restoreResponses();
    await restoreAllStatistics(this.#parts);
    await restoreAllClicks(this.#parts);
  }

  /** `first` is the number of the first line. */
  async #restoreLines(noun: ContentNoun, lines: ContentLine[], first: number): Promise<void> {
    const { context, log } = this.#parts;
    const { file, table } = noun;
    const missing = table === 'domains' ? lines.filter((line) => !this.#hasTarget(line)) : lines;
    const wanted = missing.filter(({ id }) => !log.isDone(file, [id]));
    const last = wanted.at(-1);
    if (!last) return;
    await log.step(async (tx, findRefusal) => {
      const restored: RestoredLine[] = [];
      for (const line of wanted) {
        const result = this.#isRefused(noun, line)
          ? { kind: 'refused' as const, errors: [fieldError('domain', 'no_such_domain')] }
          : await restoreLine(tx, noun, this.#withTag(noun, line), { ...context, findRefusal });
        if (result.kind === 'existing') context.ids.set(table, line.id, result.id, false);
        restored.push({ line, result });
      }
      const conflicts = restored.flatMap(({ line, result }) =>
        result.kind === 'refused' ? [toConflict(noun, line, result.errors, first + lines.indexOf(line))] : [],
      );
      const report =
        table === 'links' ? restored.reduce((sum, one) => this.#countLink(sum, one), log.report) : log.report;
      await log.save(tx, { file, key: [last.id], report, conflicts });
      return report;
    });
  }

  #hasTarget({ id, host }: ContentLine): boolean {
    const { targets, context } = this.#parts;
    const target = targets.get(String(host));
    if (target !== undefined) context.ids.set('domains', id, target, false);
    return target !== undefined;
  }

  /** Whether a link was on the main host of the source, which the owner does not have. */
  #isElsewhere(line: ContentLine): boolean {
    return this.#parts.unknownHost !== undefined && line.domain_id === MAIN_DOMAIN;
  }

  #isRefused({ table }: ContentNoun, line: ContentLine): boolean {
    return table === 'links' && this.#parts.settings.unknownDomain === 'refuse' && this.#isElsewhere(line);
  }

  #withTag({ table }: ContentNoun, line: ContentLine): ContentLine {
    const { tag } = this.#parts.settings;
    if (table !== 'links' || tag === undefined) return line;
    const tags = (line.tags ?? []) as Record<string, unknown>[];
    return tags.some((one) => one.tag === tag) ? line : { ...line, tags: [...tags, { tag, position: tags.length }] };
  }

  #countLink(report: ImportReport, { line, result }: RestoredLine): ImportReport {
    const rows = report.rows + 1;
    if (result.kind === 'existing') return { ...report, rows, existing: report.existing + 1 };
    if (result.kind === 'refused') return { ...report, rows, refused: report.refused + 1 };
    const { unknownHost } = this.#parts;
    const unknownDomains = { ...report.unknownDomains };
    if (unknownHost !== undefined && this.#isElsewhere(line))
      unknownDomains[unknownHost] = (unknownDomains[unknownHost] ?? 0) + 1;
    return {
      ...{ ...report, rows, unknownDomains, imported: report.imported + 1 },
      clicks: report.clicks + Number(line.clicks ?? 0),
      undated: report.undated + Number(line.imported_clicks ?? 0),
    };
  }

  async #restoreItems(): Promise<void> {
    const { archive, context, log } = this.#parts;
    const { owner, ids } = context;
    const tables: Record<ItemKind, keyof Tables> = { links: 'links', qr: 'qr_codes', bio: 'bio_pages' };
    const lines = readLines<Record<string, unknown>>(archive, 'channel-items');
    for await (const some of groupLines(lines, () => '', LINES_AT_ONCE)) {
      log.noteRead(some.length);
      if (log.isFileDone('channel-items')) continue;
      await log.step(async (tx, findRefusal) => {
        for (const line of findRefusal('channels:write') ? [] : some) {
          const row = readRow('channel_items', line);
          const kind = row.kind as ItemKind;
          const channel = ids.find('channels', row.channel_id);
          const id = ids.find(tables[kind], row.item_id);
          if (channel === undefined || id === undefined) continue;
          await insertItem(tx, owner, channel, { kind, id, createdAt: Number(row.item_created_at) });
        }
        await log.save(tx, { file: 'channel-items', report: log.report });
        return log.report;
      });
    }
  }

  /** Responses have no key of their own, so those of an overlay that existed before are not added again. */
  async #restoreResponses(): Promise<void> {
    const { archive, context, log } = this.#parts;
    const { ids } = context;
    const file = 'overlay-responses';
    const keyOf = (line: Record<string, unknown>) => [Number(line.overlay_id), Number(line.id)];
    const lines = readLines<Record<string, unknown>>(archive, file);
    for await (const some of groupLines(lines, () => '', LINES_AT_ONCE)) {
      log.noteRead(some.length);
      const last = some.at(-1);
      const wanted = some.filter((line) => !log.isDone(file, keyOf(line)));
      if (!last || wanted.length === 0) continue;
      const rows = wanted.flatMap((line) => {
        const { id: _, ...row } = readRow('overlay_responses', line);
        const overlay = ids.find('overlays', row.overlay_id);
        const link = ids.find('links', row.link_id);
        const isWanted = ids.isNew('overlays', row.overlay_id) && overlay && link;
        return isWanted ? [{ ...row, overlay_id: overlay, link_id: link }] : [];
      });
      await log.step(async (tx) => {
        const values = rows as never;
        if (rows.length > 0) await tx.insertInto('overlay_responses').values(values).execute();
        await log.save(tx, { file, key: keyOf(last), report: log.report });
        return log.report;
      });
    }
  }
}

function toConflict(
  { file }: ContentNoun,
  line: ContentLine,
  errors: FieldError[],
  lineNumber: number,
): ImportConflict {
  const name = line.alias ?? line.slug ?? line.code ?? line.name ?? line.host ?? line.id;
  const alias = file === 'links' ? String(name) : `${file}: ${name}`;
  return { alias, errors, file: `${file}.ndjson`, line: lineNumber };
}

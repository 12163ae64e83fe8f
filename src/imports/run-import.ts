import { setImmediate } from 'node:timers/promises';
import type { FieldError } from '../core/errors.ts';
import type { Db } from '../db/db.ts';
import { transaction } from '../db/transaction.ts';
import type { Clock } from '../lib/date-time.ts';
import { storableText } from '../lib/storable-text.ts';
import type { HashVisitor } from '../lib/visitor-hash.ts';
import { countUnknownDomains } from '../resources/links/import/link-import.domains.ts';
import type { LinkImport } from '../resources/links/import/link-import.service.ts';
import type { ImportRow, RowOutcome } from '../resources/links/import/link-import.ts';
import { BatchHistory, type DatedInRun } from './batch-history.ts';
import { storeHistory } from './history/store-history.ts';
import { storeMisses } from './history/store-misses.ts';
import { changeRunStatus, saveProgress } from './import.store.ts';
import { ANY_DOMAIN, type ImportConflict, type ImportReport, missSourceOf, type StoredRun } from './import.ts';
import { insertConflicts } from './import-conflict.store.ts';
import * as refs from './import-ref.store.ts';
import { assertMayGoOn } from './import-rights.ts';
import { type AdoptedLink, KnownRefs } from './known-refs.ts';
import type { ImportSource, SourceBatch, SourceLink } from './source.ts';

/** The dependencies of a run. */
export interface ImportParts {
  db: Db;
  /** Commits without waiting for the disk: many batches would keep it busy, which delays redirects. */
  unsyncedDb: Db;
  links: Pick<LinkImport, 'startImport'>;
  /** The id of a domain of the owner, or of the main host. */
  findDomainId(owner: number, host: string): Promise<number | undefined>;
  hashVisitor: HashVisitor;
  retentionDays: number;
  now: Clock;
}

/** How far a run has come. */
export interface ImportProgress {
  report: ImportReport;
  done: number | undefined;
}

/** Follows a run. */
export interface ImportWatch {
  /** Called after each batch. */
  onProgress(progress: ImportProgress): Promise<void> | void;
  /** Called for each refused link, once it is reported. */
  onRefused?(link: SourceLink, errors: FieldError[]): Promise<void>;
}

/** Thrown if somebody paused or canceled the run. */
export class ImportStopped extends Error {}

/** What happened to the links of a batch. */
interface LinkResults {
  counts: Pick<ImportReport, 'rows' | 'imported' | 'existing' | 'refused'>;
  refused: { link: SourceLink; errors: FieldError[] }[];
  adopted: AdoptedLink[];
  outcomes: RowOutcome[];
}

// A report shows no more of an alias that is not allowed.
const MAX_ALIAS = 200;

/** Reads a source, and stores each batch together with the position of the source: after a kill, the next run continues there. */
export class ImportRunner {
  readonly #parts: ImportParts;
  readonly #run: StoredRun;
  readonly #known: KnownRefs;
  readonly #watch: ImportWatch;
  #report: ImportReport;
  /** Refs that a dry run would import, with their clicks so far. */
  readonly #wouldImport = new Map<string, number>();
  readonly #datedInRun: DatedInRun = new Map();
  #started: ReturnType<LinkImport['startImport']> | undefined;
  #isReplay: boolean;

  constructor(parts: ImportParts, run: StoredRun, watch: ImportWatch) {
    this.#parts = parts;
    this.#run = run;
    this.#known = new KnownRefs(parts.db, run);
    this.#report = run.report;
    this.#isReplay = !run.isDryRun;
    this.#watch = watch;
  }

  /** Runs until the source ends; throws what the source throws, or `ImportStopped`. */
  async run(source: ImportSource): Promise<ImportReport> {
    const { db, now } = this.#parts;
    const { id, owner, isDryRun, position } = this.#run;
    await this.#known.open();
    if (!isDryRun) this.#report = { ...this.#report, imported: await this.#known.countAdded() };
    const known = {
      stateOf: (wanted: string[]) => this.#statesOf(wanted),
      missState: () => refs.readMissState(db, owner, missSourceOf(this.#run)),
    };
    for await (const batch of source.read(position, known)) {
      await this.#importBatch(batch);
      await this.#watch.onProgress({ report: this.#report, done: batch.done });
      await setImmediate();
    }
    // This commit waits for the disk, and makes all earlier ones durable.
    const isDone = await changeRunStatus(db, id, { from: ['running'], to: 'done', now: now() });
    if (!isDone) throw new ImportStopped();
    return this.#report;
  }

  async #statesOf(wanted: string[]): Promise<Map<string, string>> {
    const found = await this.#known.find(wanted.map(refs.storedRef));
    const states = wanted.map((ref) => [ref, found.get(refs.storedRef(ref))?.state] as const);
    return new Map(states.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  }

  async #importBatch(batch: SourceBatch): Promise<void> {
    const { unsyncedDb, now, retentionDays, hashVisitor } = this.#parts;
    const { id, owner, isDryRun, position } = this.#run;
    const links = await this.#importLinks(batch.links);
    const missIds = await this.#findDomainIds((batch.misses ?? []).map(({ domain }) => domain));
    const storedRefs = [...new Set(batch.history.map(({ ref }) => refs.storedRef(ref)))];
    const adopted = await this.#known.adopt(links.adopted);
    const rules = { now: now(), retentionDays, hashVisitor };
    const history = new BatchHistory(rules, {
      refs: new Map([...adopted.refs, ...(await this.#known.find(storedRefs))]),
      wouldImport: this.#wouldImport,
      datedInRun: this.#datedInRun,
      isResumed: this.#isReplay && position !== undefined,
    });
    for (const one of batch.history) history.add(one);
    const report = addReport(this.#report, links, history);
    const stored = await transaction(unsyncedDb, async (tx) => {
      await assertMayGoOn(tx, this.#run);
      if (!(await saveProgress(tx, id, { report, position: batch.position, done: batch.done }, now())))
        throw new ImportStopped();
      await insertConflicts(tx, id, links.refused.map(toConflict));
      if (isDryRun) return report;
      await adopted.save(tx);
      await storeHistory(tx, owner, history.links, history.texts);
      await refs.addToRefs(tx, history.added);
      const misses = await storeMisses(tx, batch.misses ?? [], (domain) => missIds.get(domain) ?? 0, now());
      if (batch.missState !== undefined) await refs.writeMissState(tx, owner, missSourceOf(this.#run), batch.missState);
      if (misses === 0) return report;
      const withMisses = { ...report, misses: report.misses + misses };
      await saveProgress(tx, id, { report: withMisses }, now());
      return withMisses;
    });
    this.#report = stored;
    this.#isReplay = false;
    for (const { link, errors } of links.refused) await this.#watch.onRefused?.(link, errors);
  }

  async #importLinks(links: SourceLink[]): Promise<LinkResults> {
    const { id, isDryRun } = this.#run;
    const wanted = links.map(({ ref }) => refs.storedRef(ref));
    const known = await this.#known.find(wanted);
    const fresh = links.filter((_, index) => !known.has(wanted[index] as string));
    // What this run stored before it was killed is counted as imported already.
    const again = this.#isReplay ? [...known.values()].filter((ref) => ref.import_id === id).length : 0;
    const outcomes = await this.#start().importSome(fresh.map(this.#toRow), async (tx, stored) => {
      await assertMayGoOn(tx, this.#run);
      const rows = stored.map(({ source, id: linkId }) =>
        this.#known.toRow(fresh[source.row] as SourceLink, linkId, id),
      );
      await refs.insertRefs(tx, rows);
    });
    const results: LinkResults = {
      counts: { rows: links.length, imported: 0, existing: links.length - fresh.length - again, refused: 0 },
      ...{ refused: [], adopted: [], outcomes },
    };
    for (const [index, outcome] of outcomes.entries()) {
      const link = fresh[index] as SourceLink;
      if ('errors' in outcome) {
        results.counts.refused += 1;
        results.refused.push({ link, errors: outcome.errors });
        continue;
      }
      if (isDryRun) this.#wouldImport.set(refs.storedRef(link.ref), 0);
      if (!outcome.isExisting) results.counts.imported += 1;
      else results.counts.existing += 1;
      if (outcome.isExisting && outcome.link.id !== undefined) results.adopted.push({ link, id: outcome.link.id });
    }
    return results;
  }

  /** A dry run must remember the addresses of all earlier rows; otherwise they are in the store. */
  #start(): ReturnType<LinkImport['startImport']> {
    const { owner, isDryRun, settings } = this.#run;
    const { taken, tag, unknownDomain } = settings;
    if (this.#started && isDryRun) return this.#started;
    this.#started = this.#parts.links.startImport(owner, { taken, tag, unknownDomain, isDryRun });
    return this.#started;
  }

  #toRow = ({ domain, body, passwordHash, problems }: SourceLink, row: number): ImportRow => {
    const target = this.#targetOf(domain);
    const named = target === undefined ? body : { ...body, domain: target };
    return {
      row,
      body: named,
      problems,
      passwordHash,
      shortHost: target === undefined ? (domain ?? undefined) : undefined,
    };
  };

  #targetOf(domain: string | null): string | undefined {
    const { domains } = this.#run.settings;
    const name = domain?.toLowerCase() ?? '';
    return Object.hasOwn(domains, name) ? domains[name] : domains[ANY_DOMAIN];
  }

  async #findDomainIds(domains: (string | null)[]): Promise<Map<string | null, number>> {
    const found = new Map<string | null, number>();
    for (const domain of new Set(domains)) {
      const host = this.#targetOf(domain) ?? domain;
      const domainId = host === null ? undefined : await this.#parts.findDomainId(this.#run.owner, host);
      found.set(domain, domainId ?? 0);
    }
    return found;
  }
}

function toConflict({ link, errors }: LinkResults['refused'][number]): ImportConflict {
  return { alias: storableText(String(link.body.custom ?? ''), MAX_ALIAS), errors };
}

function addReport(report: ImportReport, { counts, outcomes }: LinkResults, history: BatchHistory): ImportReport {
  const unknownDomains = { ...report.unknownDomains };
  for (const [domain, count] of countUnknownDomains(outcomes))
    unknownDomains[domain] = (unknownDomains[domain] ?? 0) + count;
  const { clicks, bots, undated } = history.totals;
  return {
    ...report,
    rows: report.rows + counts.rows,
    imported: report.imported + counts.imported,
    existing: report.existing + counts.existing,
    refused: report.refused + counts.refused,
    clicks: report.clicks + clicks + undated,
    bots: report.bots + bots,
    // Undated clicks of earlier imports that have a date now are not counted here.
    undated: Math.max(0, report.undated + undated),
    unknownDomains,
  };
}

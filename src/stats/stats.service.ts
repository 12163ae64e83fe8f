import { fieldError, invalidField, invalidFields } from '../core/errors.ts';
import type { Db } from '../db/db.ts';
import type { Clock } from '../lib/date-time.ts';
import { dimensions } from '../rollups/dimension.ts';
import type { WordTest } from '../rollups/kept-clicks.ts';
import { readTotal, readTotals, readVersion } from '../rollups/rollup-read.store.ts';
import { DAY_MS, type Noun, type Subject } from '../rollups/subject.ts';
import { type Filters, findWordTests } from './click-filter.ts';
import { listKept, writeCursor } from './clicks-list.ts';
import { ClosedSums } from './closed-sums.ts';
import { type CountRow, exportCounts } from './export-counts.ts';
import { filterNameOf } from './filter.query.ts';
import { readFilteredStats } from './filtered-stats.ts';
import type { StatsSubject } from './kept-keys.store.ts';
import { type Overview, readOverview, showCounts } from './overview.ts';
import { readRollupStats } from './rollup-stats.ts';
import { readRouteVisitors } from './routes.ts';
import type { ClickView, StatsView } from './stats.contract.ts';
import type { ClicksQuery, StatsQuery } from './stats.query.ts';
import { type Range, readRange } from './stats.range.ts';
import { countLinks, sumUndated } from './stats.store.ts';
import { toClickView, toStatsView } from './stats.views.ts';
import { type StatsResult, toResult } from './summary.ts';
import { VersionedCache } from './versioned-cache.ts';
import { WordTextCache } from './word-text-cache.ts';

/** Reads statistics. Callers check permissions first. */
export interface StatsService {
  /** The statistics of all time; `show` formats the counts of the lists. */
  readOverview<Count>(subject: Subject, show: (count: number) => Count): Promise<Overview<Count>>;
  /** The statistics of a range. With filters, and for a channel, they are read from the kept clicks. */
  readStats(subject: StatsSubject, query: StatsQuery): Promise<StatsView>;
  listClicks(linkId: number, query: ClicksQuery): Promise<{ clicks: ClickView[]; next: string | null }>;
  /** The clicks of subjects by id; those without any are missing. */
  readClicks(noun: Noun, ids: number[]): Promise<Map<number, number>>;
  /** The number of an owner's links, and their imported clicks without dates. */
  countLinks(owner: number): Promise<{ links: number; undated: number }>;
  /** Imported clicks without dates of all links of a campaign. */
  countUndated(campaignId: number): Promise<number>;
  /** The clicks of people who scanned the QR code of a link. */
  countScans(linkId: number): Promise<number>;
  /** All stored counts of all users. */
  exportCounts(): AsyncGenerator<CountRow>;
}

interface Parts {
  db: Db;
  now: Clock;
  /** How many days single clicks are kept; 0 if none are kept. */
  retentionDays: number;
}

interface ReadRequest extends Pick<StatsQuery, 'by' | 'asksRoutes' | 'limit'> {
  range: Range;
}

interface KeptRequest extends ReadRequest {
  filters: Filters;
}

const MAX_BYTES = { overviews: 2_000_000, views: 8_000_000 };
const BYTES_EACH = { overview: 3_000, view: 2_000, point: 150, count: 40 };

function bytesOfView({ series, top, routes = [] }: StatsView): number {
  const counts = Object.values(top).reduce((sum, one) => sum + Object.keys(one ?? {}).length, 2 * routes.length);
  return BYTES_EACH.view + series.length * BYTES_EACH.point + counts * BYTES_EACH.count;
}

export function createStatsService({ db, now, retentionDays }: Parts): StatsService {
  const closedSums = new ClosedSums(db);
  const texts = new WordTextCache(db);
  const overviews = new VersionedCache<Overview<number>>(MAX_BYTES.overviews, () => BYTES_EACH.overview);
  const views = new VersionedCache<StatsView>(MAX_BYTES.views, bytesOfView);

  /** The start of the oldest day with kept clicks. */
  function oldestKept(): number {
    return (Math.floor(now() / DAY_MS) - retentionDays) * DAY_MS;
  }

  function assertFilterable(filters: Filters): void {
    if (filters.size === 0 || retentionDays > 0) return;
    throw invalidFields([...filters.keys()].map((dimension) => fieldError(filterNameOf(dimension), 'no_clicks_kept')));
  }

  /** Limits the range to the days with kept clicks. */
  function cutToKept(range: Range): Range {
    const oldest = oldestKept();
    if (range.end <= oldest) throw invalidField('to', 'clicks_not_kept', { days: retentionDays });
    return { ...range, from: Math.max(range.from, oldest) };
  }

  function keyOf({ noun, id }: Subject, { range, by, asksRoutes, limit }: ReadRequest): string {
    const { interval, from, end, zone } = range;
    return `${noun} ${id} ${interval} ${from} ${end} ${zone.name} ${by} ${asksRoutes} ${limit}`;
  }

  async function readUnfiltered(subject: Subject, request: ReadRequest): Promise<StatsView> {
    return views.getOrCreate(
      keyOf(subject, request),
      () => readVersion(db, subject),
      async () => {
        const { version, result } = await readRollupStats(db, closedSums, { subject, ...request }, now());
        return { version, value: await toView(subject, request, result, []) };
      },
    );
  }

  async function readKept(subject: StatsSubject, { filters, ...request }: KeptRequest): Promise<StatsView> {
    const range = cutToKept(request.range);
    const tests = await findWordTests(db, filters);
    const summary = await readFilteredStats(db, { subject, range, tests, by: request.by });
    return toView(subject, { ...request, range }, toResult(summary, request.limit), tests);
  }

  async function toView(
    subject: StatsSubject,
    { range, limit, asksRoutes }: ReadRequest,
    result: StatsResult,
    tests: WordTest[] | undefined,
  ): Promise<StatsView> {
    const kept = { ...range, from: Math.max(range.from, oldestKept()) };
    const visitors = asksRoutes ? await readRouteVisitors(db, { subject, range: kept, tests }) : undefined;
    const ids = [...result.tops.values()].flat().map(({ word }) => word);
    return toStatsView(range, result, await texts.read(ids), { limit, visitors });
  }

  return {
    async readClicks(noun, ids) {
      return new Map(Array.from(await readTotals(db, noun, ids), ([id, { clicks }]) => [id, clicks]));
    },
    countUndated: (campaignId) => sumUndated(db, campaignId),
    countLinks: (owner) => countLinks(db, owner),
    countScans: async (id) => (await readTotal(db, { noun: 'link', id })).top('source', 1)[0]?.count ?? 0,
    exportCounts: () => exportCounts(db, texts),

    async readOverview(subject, show) {
      const overview = await overviews.getOrCreate(
        `${subject.noun} ${subject.id}`,
        () => readVersion(db, subject),
        () => readOverview(db, texts, subject),
      );
      return showCounts(overview, show);
    },

    async readStats(subject, { request, by, asksRoutes, limit, filters }) {
      const wanted = { range: readRange(request, now()), by, asksRoutes, limit, filters };
      if (subject.noun === 'channel') {
        if (retentionDays === 0) throw invalidField('id', 'no_clicks_kept');
        return readKept(subject, wanted);
      }
      if (filters.size === 0) return readUnfiltered(subject, wanted);
      assertFilterable(filters);
      // The links of a campaign may change without a click, which would not change the version.
      if (subject.noun === 'campaign') return readKept(subject, wanted);
      return views.getOrCreate(
        `${keyOf(subject, wanted)} ${JSON.stringify([...filters])}`,
        () => readVersion(db, subject),
        async () => ({ version: await readVersion(db, subject), value: await readKept(subject, wanted) }),
      );
    },

    async listClicks(linkId, { request, limit, after, filters }) {
      assertFilterable(filters);
      const { zone } = request;
      const from = request.from === undefined ? 0 : zone.fromLocal(request.from);
      const to = request.to === undefined ? now() : zone.fromLocal(request.to);
      if (from > to) throw invalidField('from', 'after_end');
      const clickRange = { key: linkId, from: Math.max(from, oldestKept()), end: to + 1000 };
      const { clicks, last } = await listKept(db, clickRange, await findWordTests(db, filters), { limit, after });
      const ids = clicks.flatMap((click) => dimensions.map((dimension) => click[dimension]));
      const words = await texts.read(ids);
      return { clicks: clicks.map((click) => toClickView(click, words, zone)), next: last ? writeCursor(last) : null };
    },
  };
}

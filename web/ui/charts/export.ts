import type { AnswerOf } from '../../lib/api.ts';
import { writeCsv } from '../../lib/csv.ts';
import type { ChartFilters, Stats } from './use-stats.ts';

/** One visit as the API lists it. */
export type Visited = AnswerOf<'GET /api/url/:id/clicks'>['data']['clicks'][number];

/** What is on the screen: the counts, those of the period before, and what they were narrowed to. */
export interface Shown {
  stats: Stats;
  before: Stats | undefined;
  filters: ChartFilters;
}

/** The points of the series, each beside the one that stood at its place before. */
export function seriesCsv({ stats, before }: Shown): string {
  const head = ['date', 'clicks', 'unique', 'bots'];
  const others = before?.interval === stats.interval ? before.series : [];
  return writeCsv([
    [...head, ...(others.length > 0 ? head.map((name) => `before_${name}`) : [])],
    ...stats.series.map((point, index) => {
      const other = others[index];
      return [point, ...(other ? [other] : [])].flatMap(({ date, clicks, unique = '', bots }) => [
        date,
        clicks,
        unique,
        bots,
      ]);
    }),
  ]);
}

/** Every list as rows of one table. */
export function listsCsv({ stats }: Shown): string {
  const rows = Object.entries(stats.top).flatMap(([by, counts]) =>
    Object.entries(counts ?? {}).map(([name, count]) => [by, name, count]),
  );
  return writeCsv([['by', 'name', 'count'], ...rows]);
}

/** All of it, in the words of the API. */
export function allJson({ stats, before, filters }: Shown): string {
  return `${JSON.stringify({ ...stats, filters, before: before ?? null }, null, 2)}\n`;
}

const COLUMNS = [
  'date',
  'country',
  'region',
  'city',
  'referrer',
  'social',
  'browser',
  'os',
  'device',
  'language',
  'bot',
  'visitor',
] as const satisfies (keyof Visited)[];

/** Visits as a table. */
export function visitsCsv(visits: Visited[]): string {
  return writeCsv([COLUMNS, ...visits.map((visit) => COLUMNS.map((column) => visit[column]))]);
}

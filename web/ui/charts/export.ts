import type { AnswerOf } from '../../lib/api.ts';
import { writeCsv } from '../../lib/csv.ts';
import type { ChartFilters, Stats } from './use-stats.ts';

/** One visit as the API lists it. */
export type Visited = AnswerOf<'GET /api/url/:id/clicks'>['data']['clicks'][number];

/** The statistics on the screen: counts, those of the previous period, and the filters. */
export interface Shown {
  stats: Stats;
  before: Stats | undefined;
  filters: ChartFilters;
}

/** The points of the series, each with the corresponding point of the previous period. */
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

/** All lists as rows of one table. */
export function listsCsv({ stats }: Shown): string {
  const rows = Object.entries(stats.top).flatMap(([by, counts]) =>
    Object.entries(counts ?? {}).map(([name, count]) => [by, name, count]),
  );
  return writeCsv([['by', 'name', 'count'], ...rows]);
}

/** Everything, with the API's names. */
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
  'source',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'route',
  'bot',
  'visitor',
] as const satisfies (keyof Visited)[];

/** Visits as a table. */
export function visitsCsv(visits: Visited[]): string {
  return writeCsv([COLUMNS, ...visits.map((visit) => COLUMNS.map((column) => visit[column]))]);
}

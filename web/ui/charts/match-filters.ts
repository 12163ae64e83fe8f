import { socialNetworkOf } from '../../../src/agent/referrer.ts';
import { DIRECT_REFERRER } from './networks.ts';
import type { ChartFilters } from './use-stats.ts';

/** The API's filter for a value of a visit. */
function filterValue(name: string, visit: Record<string, unknown>): unknown {
  if (name === 'filter[referrer]') return visit.referrer || DIRECT_REFERRER;
  if (name === 'filter[social]') return socialNetworkOf(String(visit.referrer ?? ''));
  return visit[name.slice('filter['.length, -1)];
}

/** Whether a live visit passes the filters of the statistics. */
export function isMatch(visit: object, filters: ChartFilters): boolean {
  const values = visit as Record<string, unknown>;
  return Object.entries(filters).every(([name, words]) => words.includes(String(filterValue(name, values))));
}

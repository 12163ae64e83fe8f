import type { Db } from '../db/db.ts';
import type { KeptPart } from '../rollups/kept-clicks.store.ts';
import { KeptScan, NO_VISITOR } from '../rollups/kept-clicks.ts';
import { OTHER, type WordCount } from '../rollups/rollup.ts';
import { VisitorSketch } from '../rollups/visitor-sketch.ts';
import type { FilteredRequest } from './filtered-stats.ts';
import { listKeptKeys } from './kept-keys.store.ts';
import { scanManyKept } from './scan-kept-clicks.ts';

/** The clicks of people by one route, as far as single clicks are kept. */
export interface RouteVisitors {
  clicks: number;
  visitors: VisitorSketch;
}

/** The kept clicks of each route by its word; 0 is the default route, which is not stored. */
export type VisitorsByRoute = Map<number, RouteVisitors>;

type RouteRequest = Omit<FilteredRequest, 'by'>;

function addPart(byRoute: VisitorsByRoute, { bytes }: KeptPart, { range, tests = [] }: RouteRequest): void {
  const scan = new KeptScan(bytes);
  for (const index of scan.findMatching(tests)) {
    const at = scan.at(index);
    if (at < range.from || at >= range.end || scan.word(index, 'bot') !== 0) continue;
    const word = scan.word(index, 'route');
    let found = byRoute.get(word);
    if (!found) {
      found = { clicks: 0, visitors: VisitorSketch.decode(null) };
      byRoute.set(word, found);
    }
    found.clicks += 1;
    if (scan.visitor(index) !== NO_VISITOR) found.visitors.add(scan.visitor(index));
  }
}

/** Finds the visitors of each route. Rollups do not have them, because few links have several routes. */
export async function readRouteVisitors(db: Db, request: RouteRequest): Promise<VisitorsByRoute> {
  const byRoute: VisitorsByRoute = new Map();
  const { subject, range, tests } = request;
  if (!tests || range.from >= range.end) return byRoute;
  for await (const parts of scanManyKept(db, listKeptKeys(db, subject), range)) {
    for (const part of parts) addPart(byRoute, part, request);
  }
  return byRoute;
}

/** The clicks of a route; undefined as word means the default route. */
export interface RouteCount {
  word: number | undefined;
  count: number;
}

/** Adds the clicks of the default route to the counts of the others: the largest first, OTHER last. */
export function withDefaultRoute(counts: WordCount[], unrouted: number): RouteCount[] {
  if (unrouted === 0) return counts;
  const place = counts.findIndex(({ word, count }) => word === OTHER || count <= unrouted);
  const end = place === -1 ? counts.length : place;
  return [...counts.slice(0, end), { word: undefined, count: unrouted }, ...counts.slice(end)];
}

// The word of a kept click without a stored route.
const NO_VALUE = 0;

/** The unique visitors of a route; null unless all of its clicks are kept. */
export function countUnique({ word = NO_VALUE, count }: RouteCount, byRoute: VisitorsByRoute): number | null {
  const kept = byRoute.get(word);
  // The number of many visitors is an estimate.
  return kept && kept.clicks >= count ? Math.min(kept.visitors.count(), count) : null;
}

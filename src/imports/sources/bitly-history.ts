import type { SourceCounts, SourceHistory } from '../source.ts';
import { type BitlyApi, type BitlyFacet, bitlyFacets } from './bitly-api.ts';

/** What was imported of a link: its total, the last day and its clicks, and the totals by value. */
interface State {
  total: number;
  day: number;
  clicks: number;
  facets: Partial<Record<BitlyFacet, Record<string, number>>>;
}

const NOTHING: State = { total: 0, day: 0, clicks: 0, facets: {} };

/** The state of a custom back-half: Bitly counts its clicks with those of its link. */
export const COUNTED_ELSEWHERE = 'custom';

function readState(text: string | undefined): State {
  if (text === undefined) return NOTHING;
  try {
    return { ...NOTHING, ...(JSON.parse(text) as Partial<State>) };
  } catch {
    return NOTHING;
  }
}

/** The counts that are new since `before`; counts that shrank are left out. */
function subtract(now: Record<string, number>, before: Record<string, number> = {}): Record<string, number> {
  const grown = Object.entries(now).map(([value, count]) => [value, count - (before[value] ?? 0)] as const);
  return Object.fromEntries(grown.filter(([, count]) => count > 0));
}

/** Reads the clicks of a link that its state does not contain yet; undefined if there are none. */
export async function readBitlyHistory(
  api: BitlyApi,
  ref: string,
  stored: string | undefined,
): Promise<SourceHistory | undefined> {
  if (stored === COUNTED_ELSEWHERE) return undefined;
  const before = readState(stored);
  const total = await api.readTotal(ref);
  const days = total > 0 && total === before.total ? [] : await api.listDays(ref);
  const sum = days.reduce((all, { clicks }) => all + clicks, 0);
  if (sum === 0 && (total === 0 || total === before.total)) return undefined;

  const counts: SourceCounts[] = days
    .filter(({ start }) => start >= before.day)
    .map(({ start, clicks }) => ({ start, clicks: start === before.day ? clicks - before.clicks : clicks }))
    .filter(({ clicks }) => clicks > 0)
    .map((day) => ({ span: 'day', ...day, bots: 0, dimensions: {} }));
  const facets: State['facets'] = {};
  const dimensions: SourceCounts['dimensions'] = {};
  for (const facet of Object.keys(bitlyFacets) as BitlyFacet[]) {
    facets[facet] = await api.readFacet(ref, facet);
    dimensions[facet] = subtract(facets[facet], before.facets[facet]);
  }
  counts.push({ span: 'total', start: 0, clicks: 0, bots: 0, dimensions });
  const last = days.at(-1);
  const state: State = {
    total: Math.max(total, sum),
    day: last?.start ?? before.day,
    clicks: last?.clicks ?? before.clicks,
    facets,
  };
  return { ref, clicks: [], counts, total: Math.max(total, sum), state: JSON.stringify(state) };
}

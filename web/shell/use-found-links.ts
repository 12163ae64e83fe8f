import type { Action } from '../lib/actions.ts';
import { useApi } from '../lib/query.ts';
import { navigate } from '../lib/router.tsx';
import { withoutScheme } from '../lib/urls.ts';
import { useDebounced } from '../lib/use-debounced.ts';

const SHORTEST = 2;
const SHOWN = 6;
const PAUSE_MS = 150;

/** The links that match a search, as navigation targets. */
export function useFoundLinks(search: string): Action[] {
  const q = useDebounced(search.trim(), PAUSE_MS);
  const isEnabled = q.length >= SHORTEST;
  const { data } = useApi('GET /api/urls', { query: { q, limit: SHOWN } }, { isEnabled, keepsLast: true });
  if (!isEnabled || search.trim().length < SHORTEST) return [];
  return (data?.data.urls ?? []).map(({ id, shorturl, longurl }) => ({
    id: `link-${id}`,
    name: withoutScheme(shorturl),
    note: withoutScheme(longurl),
    run: () => navigate(`/links/${id}`),
  }));
}

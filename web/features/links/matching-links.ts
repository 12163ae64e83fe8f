import { type InputOf, send } from '../../lib/api.ts';
import { download } from '../../lib/download.ts';
import { hiddenRows } from '../../lib/hidden-rows.ts';
import type { RowOf } from '../../lib/query.ts';
import { inWorkspace } from '../../lib/workspace.ts';
import { selectLines } from './select-lines.ts';

type Query = InputOf<'GET /api/urls'>['query'];
type Row = RowOf<'GET /api/urls'>;

/** The query of the list on the screen. */
export type LinkQuery = Omit<NonNullable<Query>, 'limit' | 'page'>;

type LinkFilterQuery = NonNullable<InputOf<'GET /api/urls.csv'>['query']>;

const PAGE_SIZE = 1000;

/** Every link that matches the query, loaded or not; those with a pending deletion are omitted. */
export async function readMatching(query: LinkQuery): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1, last = 1; page <= last; page += 1) {
    const { data } = await send('GET /api/urls', { query: { ...query, limit: PAGE_SIZE, page } });
    rows.push(...data.urls);
    last = data.maxpage;
  }
  const hidden = hiddenRows.get();
  return rows.filter(({ id }) => !hidden.has(`GET /api/urls ${id}`));
}

function toFilters({ order: _, direction: __, ...filters }: LinkQuery): LinkFilterQuery {
  return filters;
}

/** The URL of a file with every link that matches the query, and every column. */
export function exportUrl(query: LinkQuery): string {
  const filters = Object.entries(toFilters(query)).map(([name, value]) => [name, String(value)]);
  return inWorkspace(`/api/urls.csv?${new URLSearchParams(filters)}`);
}

/** Downloads the same file with only the selected links, which all match the query. */
export async function downloadSelected(query: LinkQuery, ids: ReadonlySet<number>): Promise<void> {
  const text = await send('GET /api/urls.csv', { query: toFilters(query) });
  download('links', 'csv', selectLines(text, ids));
}

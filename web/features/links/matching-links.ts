import { type InputOf, send } from '../../lib/api.ts';
import { writeCsv } from '../../lib/csv.ts';
import { download } from '../../lib/download.ts';
import { hiddenRows } from '../../lib/hidden-rows.ts';
import type { RowOf } from '../../lib/query.ts';

type Query = InputOf<'GET /api/urls'>['query'];
type Row = RowOf<'GET /api/urls'>;

/** The query of the list on the screen. */
export type LinkQuery = Omit<NonNullable<Query>, 'limit' | 'page'>;

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

/** Downloads a file of these links. */
export function downloadCsv(rows: Row[], columns: readonly string[]): void {
  const cells = rows.map(({ shorturl, longurl, title, description, clicks, date }) => [
    ...[shorturl, longurl, title, description],
    clicks,
    date,
  ]);
  download('links', 'csv', writeCsv([columns, ...cells]));
}

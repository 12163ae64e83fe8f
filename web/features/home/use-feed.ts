import { useQueries } from '@tanstack/react-query';
import { send } from '../../lib/api.ts';
import { externalValue } from '../../lib/external-value.ts';
import { type LiveData, useLive } from '../../lib/live.ts';
import type { RowOf } from '../../lib/query.ts';
import { withoutScheme } from '../../lib/urls.ts';
import type { ListedVisit } from '../../ui/charts/visit-list.tsx';

type Row = RowOf<'GET /api/urls'>;

const SHOWN = 12;
const ASKED_LINKS = 5;

/** Visits since the page was opened, newest first; the list outlives the screen. */
const seen = externalValue<LiveData<'click'>[]>([]);

/** The newest visits: live ones first, then the latest visits of the most clicked links. */
export function useFeed(links: Row[], onClick: () => void): ListedVisit[] {
  useLive('click', (click) => {
    seen.set([click, ...seen.get()].slice(0, SHOWN));
    onClick();
  });
  useLive('reset', onClick);
  const live = seen.use();
  const asked = useQueries({
    queries: links.slice(0, ASKED_LINKS).map(({ id }) => ({
      queryKey: ['GET /api/url/:id/clicks', { params: { id }, query: { limit: SHOWN } }],
      queryFn: () => send('GET /api/url/:id/clicks', { params: { id }, query: { limit: SHOWN } }),
    })),
  });
  const names = new Map(links.map(({ id, shorturl }) => [id, withoutScheme(shorturl)]));
  const arrived: ListedVisit[] = live.map(({ link, alias, ...click }) => ({
    ...click,
    name: names.get(link) ?? alias,
    to: `/links/${link}`,
  }));
  const older = asked.flatMap(({ data }, index) => {
    const link = links[index];
    return link && data
      ? data.data.clicks.map((click) => ({ ...click, name: withoutScheme(link.shorturl), to: `/links/${link.id}` }))
      : [];
  });
  return mergeVisits(arrived, older).slice(0, SHOWN);
}

function mergeVisits(arrived: ListedVisit[], older: ListedVisit[]): ListedVisit[] {
  const newest = (left: ListedVisit, right: ListedVisit) => right.date.localeCompare(left.date);
  // A live visit may also be in a list that was read later: show it once.
  const textOf = ({ date, to = '', browser, os, country, bot }: ListedVisit) =>
    [date, to, browser, os, country, bot].join('|');
  const known = new Set(arrived.map(textOf));
  return [...arrived, ...older.filter((visit) => !known.has(textOf(visit)))].sort(newest);
}

import { useQueries } from '@tanstack/react-query';
import { send } from '../../lib/api.ts';
import { externalValue } from '../../lib/external-value.ts';
import { type LiveData, useLive } from '../../lib/live.ts';
import type { RowOf } from '../../lib/query.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { withoutScheme } from '../../lib/urls.ts';
import { isMatch } from '../../ui/charts/match-filters.ts';
import { type ChartPeriod, toUtcDates } from '../../ui/charts/period.ts';
import type { ChartFilters } from '../../ui/charts/use-stats.ts';
import type { ListedVisit } from '../../ui/charts/visit-list.tsx';

type Row = RowOf<'GET /api/urls'>;

const SHOWN = 12;
const MAX_LINKS = 5;

/** Visits since the page was opened, newest first; the list outlives the screen. */
const seen = externalValue<LiveData<'click'>[]>([]);

interface Feed {
  /** The most clicked links. */
  links: Row[];
  period: ChartPeriod;
  filters: ChartFilters;
  onClick(): void;
}

/** The newest visits of the period that match the filters: live ones first, then the latest visits of the most clicked links. */
export function useFeed({ links, period, filters, onClick }: Feed): ListedVisit[] {
  const dates = toUtcDates(period.now, useTimeZone());
  useLive('click', (click) => {
    seen.set([click, ...seen.get()].slice(0, SHOWN));
    onClick();
  });
  useLive('reset', onClick);
  const live = seen.use();
  const queries = useQueries({
    queries: links.slice(0, MAX_LINKS).map(({ id }) => {
      const input = { params: { id }, query: { limit: SHOWN, ...dates, ...filters } };
      return {
        queryKey: ['GET /api/url/:id/clicks', input],
        queryFn: () => send('GET /api/url/:id/clicks', input),
      };
    }),
  });
  const names = new Map(links.map(({ id, shorturl }) => [id, withoutScheme(shorturl)]));
  const shown = live.filter((click) => click.date >= dates.from && click.date <= dates.to && isMatch(click, filters));
  const liveVisits: ListedVisit[] = shown.map(({ link, alias, ...click }) => ({
    ...click,
    name: names.get(link) ?? alias,
    to: `/links/${link}`,
  }));
  const older = queries.flatMap(({ data }, index) => {
    const link = links[index];
    return link && data
      ? data.data.clicks.map((click) => ({ ...click, name: withoutScheme(link.shorturl), to: `/links/${link.id}` }))
      : [];
  });
  return mergeVisits(liveVisits, older).slice(0, SHOWN);
}

function mergeVisits(liveVisits: ListedVisit[], older: ListedVisit[]): ListedVisit[] {
  const newest = (left: ListedVisit, right: ListedVisit) => right.date.localeCompare(left.date);
  // A live visit may also be in a list that was read later: show it once.
  const textOf = ({ date, to = '', browser, os, country, bot }: ListedVisit) =>
    [date, to, browser, os, country, bot].join('|');
  const known = new Set(liveVisits.map(textOf));
  return [...liveVisits, ...older.filter((visit) => !known.has(textOf(visit)))].sort(newest);
}

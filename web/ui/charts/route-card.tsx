import { useFormat } from '../../lib/format.ts';
import { useApi } from '../../lib/query.ts';
import { useTexts } from '../../lib/texts.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import type { EntrySelection } from './breakdowns.tsx';
import type { ChartPeriod } from './period.ts';
import { type RouteRow, toRouteRows } from './route-rows.ts';
import { type ChartFilters, type Stats, type StatsSource, statsInput } from './use-stats.ts';
import { useWords } from './words.ts';

interface Props {
  source: StatsSource;
  period: ChartPeriod;
  filters: ChartFilters;
  selection: EntrySelection | undefined;
  /** The rules of the link that have a split. */
  splits: readonly string[];
}

function NameOf({ row, selection }: { row: RouteRow; selection: EntrySelection | undefined }) {
  const t = useTexts('charts');
  const wordFor = useWords();
  const { route, variant } = row;
  const name = variant ?? wordFor('route', route);
  // The sum of a split is not a route that a visit can have.
  if (!selection || row.unique === undefined) {
    return (
      <span className="cut" title={name}>
        {name}
      </span>
    );
  }
  return (
    <button
      type="button"
      className="cut"
      title={t.showOnly({ name })}
      aria-pressed={selection.isChosen('route', route)}
      onClick={() => selection.choose('route', route)}
    >
      {name}
    </button>
  );
}

/** What chose the destinations of a link: clicks, share and unique visitors of each route, and of each variant of a split. */
export function RouteCard({ source, period, filters, selection, splits }: Props) {
  const t = useTexts('charts');
  const format = useFormat();
  const query = { ...period.now, interval: period.interval, by: 'route', ...filters };
  const { data } = useApi(source.endpoint, statsInput(source, useTimeZone(), query), { keepsLast: true });
  const rows = toRouteRows((data?.data as Stats | undefined)?.routes ?? [], splits);
  if (rows.length === 0) return null;
  return (
    <section className="card charts-bars charts-routes">
      <h2>{t.dimensions.route}</h2>
      <table>
        <caption className="unseen">{t.dimensions.route}</caption>
        <colgroup>
          <col />
          <col className="charts-count" />
          <col className="charts-share" />
          <col className="charts-count" />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">{t.dimension.route}</th>
            <th scope="col">{t.clicks}</th>
            <th scope="col">{t.share}</th>
            <th scope="col">{t.visitors}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={`${row.route} ${row.variant ?? ''}`}
              className={[row.variant && 'is-variant', selection?.isChosen('route', row.route) && 'is-on']
                .filter(Boolean)
                .join(' ')}
            >
              <th scope="row">
                <span className="charts-bar" style={{ width: `${(row.clicks / Math.max(1, row.total)) * 100}%` }} />
                <NameOf row={row} selection={selection} />
              </th>
              <td>{format.number(row.clicks)}</td>
              <td className="quiet">{format.share(row.clicks, row.total)}</td>
              <td>{row.unique === undefined ? '' : row.unique === null ? '–' : format.number(row.unique)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.some(({ variant }) => variant) && <p className="hint">{t.splitShares}</p>}
    </section>
  );
}

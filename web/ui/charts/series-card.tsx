import { ChartSpline, Table2 } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { parseTime, useFormat } from '../../lib/format.ts';
import { language, localeOf, useTexts } from '../../lib/texts.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { IconButton } from '../button.tsx';
import type { Metric } from './metric.ts';
import type { ChartInterval } from './period.ts';
import { SeriesChart, type SeriesPoint } from './series-chart.tsx';
import type { Stats } from './use-stats.ts';

const LENGTH_MS: Record<ChartInterval, number> = { hour: 3_600_000, day: 86_400_000, month: 31 * 86_400_000 };

const SHORT: Record<ChartInterval, Intl.DateTimeFormatOptions> = {
  hour: { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' },
  day: { day: 'numeric', month: 'short', timeZone: 'UTC' },
  month: { month: 'short', timeZone: 'UTC' },
};
const LONG: Record<ChartInterval, Intl.DateTimeFormatOptions> = {
  hour: { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', timeZone: 'UTC' },
  day: { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' },
  month: { month: 'long', year: 'numeric', timeZone: 'UTC' },
};

/** The dates of the points are local times, so they are formatted as they are, as if they were UTC. `now` is a local time, too. */
function toPoints(
  stats: Stats,
  before: Stats | undefined,
  metric: Metric,
  { locale, now }: { locale: string; now: number },
): SeriesPoint[] {
  const isLongDay = stats.interval === 'hour' && stats.series.length > 24;
  const short = new Intl.DateTimeFormat(locale, isLongDay ? SHORT.day : SHORT[stats.interval]);
  const long = new Intl.DateTimeFormat(locale, LONG[stats.interval]);
  // A previous period with another interval belongs to an older response, so it is not drawn.
  const others = before?.interval === stats.interval ? before.series : [];
  return stats.series.map(({ date, [metric]: value = 0 }, index) => {
    const other = others[index];
    return {
      number: index,
      label: short.format(parseTime(date)),
      title: long.format(parseTime(date)),
      value,
      isOpen: index === stats.series.length - 1 && parseTime(date).getTime() + LENGTH_MS[stats.interval] > now,
      ...(other && { before: other[metric] ?? 0, beforeTitle: long.format(parseTime(other.date)) }),
    };
  });
}

function SeriesTable({ label, points }: { label: string; points: SeriesPoint[] }) {
  const t = useTexts('charts');
  const format = useFormat();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard.
    <section className="charts-table" aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t.when}</th>
            <th scope="col">{label}</th>
            <th scope="col">{t.previousPeriod}</th>
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map(({ number, title, value, before }) => (
            <tr key={number}>
              <th scope="row">{title}</th>
              <td>{format.number(value)}</td>
              <td>{before === undefined ? '' : format.number(before)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Clicks over time as a chart, or as its table. */
export function SeriesCard({
  title,
  stats,
  before,
  metric = 'clicks',
  tools,
}: {
  title: string;
  stats: Stats;
  before: Stats | undefined;
  metric?: Metric;
  tools?: ReactNode;
}) {
  const t = useTexts('charts');
  const chosen = language.use();
  const [isTable, setTable] = useState(false);
  const zone = useTimeZone();
  const points = useMemo(
    () => toPoints(stats, before, metric, { locale: localeOf(chosen), now: zone.toLocal(Date.now()) }),
    [stats, before, metric, chosen, zone],
  );
  return (
    <section className="card charts-card">
      <header>
        <h2>{title}</h2>
        {before && before[metric] > 0 && !isTable && (
          <span className="charts-legend">
            <i className="charts-key before" /> {t.previousPeriod}
          </span>
        )}
        {metric === 'clicks' && stats.undated !== undefined && stats.undated > 0 && (
          <span className="charts-legend">{t.undated({ count: stats.undated })}</span>
        )}
        {tools}
        <IconButton
          label={isTable ? t.showChart : t.showTable}
          icon={isTable ? ChartSpline : Table2}
          onClick={() => setTable(!isTable)}
        />
      </header>
      {isTable ? <SeriesTable label={title} points={points} /> : <SeriesChart label={title} points={points} />}
    </section>
  );
}

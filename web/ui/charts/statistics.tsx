import { MousePointerClick } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTexts } from '../../lib/texts.ts';
import { useTick } from '../../lib/use-tick.ts';
import { EmptyState } from '../empty-state.tsx';
import { FailureNotice } from '../failure-notice.tsx';
import { Breakdowns } from './breakdowns.tsx';
import { ChartSkeleton } from './chart-skeleton.tsx';
import { ExportMenu } from './export-menu.tsx';
import { Figure } from './figure.tsx';
import { FilterChips } from './filter-chips.tsx';
import { type Kind, type Metric, useMetric } from './metric.ts';
import type { ChartPeriod } from './period.ts';
import { PeriodPicker, usePeriod } from './period-picker.tsx';
import { PlacesCard } from './places-card.tsx';
import { RouteCard } from './route-card.tsx';
import { hasRoutes } from './route-rows.ts';
import { SeriesCard } from './series-card.tsx';
import type { Filtering } from './use-filters.ts';
import { type Stats, type StatsSource, useStats } from './use-stats.ts';

const UTM = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;
const BY = ['city', 'route', 'referrer', 'source', ...UTM, 'browser', 'os', 'device', 'language'] as const;
const BY_WITHOUT_ROUTES = BY.filter((dimension) => dimension !== 'route');
const TICK_MS = 30_000;

interface Props {
  source: StatsSource;
  kind: Kind;
  /** The base name of exported files. */
  name: string;
  /** Whether there was ever a visit; if not, `hint` says how to get one. */
  hasEver: boolean;
  hint?: string;
  /** Set if entries can be used as filters, which needs kept clicks. */
  filtering?: Filtering;
  /** The id of the link whose visits can be exported. */
  visitsOf?: string;
  /** The rules of the link that have a split. */
  splits?: readonly string[];
  /** Days and months only. */
  isCoarse?: boolean;
  /** Other filters that apply. */
  chips?: ReactNode;
  /** One more figure. */
  figure?: ReactNode;
  /** Lists of the noun, before the common ones. */
  lists?(period: ChartPeriod): ReactNode;
  children?: ReactNode;
}

function Figures({
  kind,
  stats,
  before,
  metric,
  onChoose,
  children,
}: {
  kind: Kind;
  stats: Stats;
  before: Stats | undefined;
  metric: Metric;
  onChoose(metric: Metric): void;
  children: ReactNode;
}) {
  const t = useTexts('charts');
  const of = (one: Metric) => ({
    value: stats[one],
    before: before?.[one],
    isOn: metric === one,
    // Unique visitors are not available per hour.
    ...((one !== 'unique' || stats.interval !== 'hour') && { onChoose: () => onChoose(one) }),
  });
  return (
    <dl className="charts-figures">
      <Figure name={t.counted[kind]} {...of('clicks')} />
      <Figure name={t.unique} {...of('unique')} />
      <Figure name={t.bots} {...of('bots')} isNeutral />
      {children}
    </dl>
  );
}

/** One component draws all statistics: figures, series, map, lists, and `children` below. */
export function Statistics({
  source,
  kind,
  name,
  hasEver,
  hint,
  filtering,
  visitsOf,
  splits = [],
  isCoarse,
  chips,
  figure,
  lists,
  children,
}: Props) {
  const t = useTexts('charts');
  const periods = usePeriod(isCoarse);
  const { period } = periods;
  const [metric, setMetric] = useMetric(period.interval === 'hour');
  useTick(TICK_MS);
  const filters = filtering?.filters ?? {};
  const { stats, before, isOld, error, retry } = useStats(source, period, filters);

  if (error) return <FailureNotice error={error} onRetry={retry} />;
  if (!stats) return <ChartSkeleton />;
  const isBots = metric === 'bots';
  const isEmpty = isBots ? stats.bots === 0 : stats.clicks === 0;
  // A link has a card of its own; the rules of all links together mean nothing.
  const hasOwnRoutes = !visitsOf && source.endpoint !== 'GET /api/stats';
  const isFiltered = (filtering?.chosen.length ?? 0) > 0;
  return (
    <div className={isOld ? 'charts-old' : ''} aria-busy={isOld}>
      <div className="charts-tools">
        <div className="grow charts-chips">
          {chips}
          {filtering && <FilterChips filtering={filtering} />}
        </div>
        <PeriodPicker {...periods} />
        <ExportMenu name={name} shown={{ stats, before, filters }} visitsOf={visitsOf} />
      </div>
      <Figures kind={kind} stats={stats} before={before} metric={metric} onChoose={setMetric}>
        {figure}
      </Figures>
      <SeriesCard
        title={metric === 'clicks' ? t.counted[kind] : t[metric]}
        stats={stats}
        before={before}
        metric={metric}
      />
      {isEmpty && (
        <EmptyState icon={MousePointerClick} title={hasEver || isBots ? t.empty.range : t.empty.never[kind]}>
          {isFiltered ? t.empty.filters : hasEver || isBots ? t.empty.rangeText : hint}
        </EmptyState>
      )}
      {!isEmpty && !isBots && <PlacesCard stats={stats} selection={filtering} />}
      {!isEmpty && (
        <div className="charts-grid">
          {!isBots && lists?.(period)}
          {!isBots && visitsOf && hasRoutes(stats) && (
            <RouteCard source={source} period={period} filters={filters} selection={filtering} splits={splits} />
          )}
          <Breakdowns
            stats={stats}
            by={isBots ? ['bot'] : hasOwnRoutes ? BY : BY_WITHOUT_ROUTES}
            selection={filtering}
          />
        </div>
      )}
      {children}
    </div>
  );
}

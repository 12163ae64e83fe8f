import { useSearchParams } from '../../lib/router.tsx';
import { useTexts } from '../../lib/texts.ts';
import { FilterSelect } from '../filter-select.tsx';
import { chartTexts } from './charts.texts.ts';
import { type Interval, intervalsOf, type Period, periodOf, type Range, ranges } from './period.ts';

/** The period that the address names. */
export function usePeriod(): [Period, (range: Range, interval?: Interval) => void] {
  const [params, change] = useSearchParams();
  const period = periodOf(params.get('range') ?? '', params.get('interval') ?? '', Date.now());
  return [
    period,
    (range, interval) =>
      change((next) => {
        next.set('range', range);
        if (interval) next.set('interval', interval);
        else next.delete('interval');
      }),
  ];
}

/** Chooses how far back one looks, and in which steps. */
export function PeriodPicker({
  period,
  onChange,
}: {
  period: Period;
  onChange(range: Range, interval?: Interval): void;
}) {
  const t = useTexts(chartTexts);
  const { range, interval } = period;
  return (
    <>
      {intervalsOf[range].length > 1 && (
        <FilterSelect<Interval>
          label={t.interval}
          value={interval}
          onChange={(chosen) => onChange(range, chosen)}
          options={intervalsOf[range].map((value) => ({ value, label: t.intervals[value] }))}
        />
      )}
      <FilterSelect<Range>
        label={t.range}
        value={range}
        onChange={(chosen) => onChange(chosen)}
        options={ranges.map((value) => ({ value, label: t.ranges[value] }))}
      />
    </>
  );
}

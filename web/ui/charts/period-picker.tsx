import { useSearchParams } from '../../lib/router.tsx';
import { useTexts } from '../../lib/texts.ts';
import { FilterSelect } from '../filter-select.tsx';
import { chartTexts } from './charts.texts.ts';
import { type Interval, type Period, periodOf, type Range, rangesOf } from './period.ts';

/** The period that the address names, and how to choose another. */
export interface Choosable {
  period: Period;
  isCoarse: boolean;
  choose(range: Range, interval?: Interval): void;
  chooseDate(which: 'from' | 'to', date: string): void;
}

/** The period of the address; a coarse one knows no hours. */
export function usePeriod(isCoarse = false): Choosable {
  const [params, change] = useSearchParams();
  const period = periodOf(Object.fromEntries(params), Date.now(), isCoarse);
  return {
    period,
    isCoarse,
    choose: (range, interval) =>
      change((next) => {
        next.set('range', range);
        if (interval) next.set('interval', interval);
        else next.delete('interval');
        for (const end of ['from', 'to'] as const) {
          if (range === 'own') next.set(end, period.now[end].slice(0, 10));
          else next.delete(end);
        }
      }),
    chooseDate: (which, date) => change((next) => next.set(which, date)),
  };
}

function DateField({
  label,
  value,
  min,
  max,
  onChange,
}: {
  label: string;
  value: string;
  min?: string;
  max: string;
  onChange(date: string): void;
}) {
  return (
    <span className="input filter charts-date">
      <input
        type="date"
        aria-label={label}
        value={value}
        min={min}
        max={max}
        required
        onChange={({ target }) => target.value !== '' && target.validity.valid && onChange(target.value)}
      />
    </span>
  );
}

/** Chooses how far back one looks, and in which steps. */
export function PeriodPicker({ period, isCoarse, choose, chooseDate }: Choosable) {
  const t = useTexts(chartTexts);
  const { range, interval, intervals, now } = period;
  const [from, to] = [now.from.slice(0, 10), now.to.slice(0, 10)];
  return (
    <>
      {intervals.length > 1 && (
        <FilterSelect<Interval>
          label={t.interval}
          value={interval}
          onChange={(chosen) => choose(range, chosen)}
          options={intervals.map((value) => ({ value, label: t.intervals[value] }))}
        />
      )}
      <FilterSelect<Range>
        label={t.range}
        value={range}
        onChange={(chosen) => choose(chosen)}
        options={rangesOf(isCoarse).map((value) => ({ value, label: t.ranges[value] }))}
      />
      {range === 'own' && (
        <span className="charts-dates">
          <DateField label={t.from} value={from} max={to} onChange={(date) => chooseDate('from', date)} />
          <span aria-hidden="true">–</span>
          <DateField
            label={t.to}
            value={to}
            min={from}
            max={new Date().toISOString().slice(0, 10)}
            onChange={(date) => chooseDate('to', date)}
          />
        </span>
      )}
    </>
  );
}

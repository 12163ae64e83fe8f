import { type KeyboardEvent, useRef, useState } from 'react';
import { useSearchParams } from '../../lib/router.tsx';
import { useTexts } from '../../lib/texts.ts';
import { useTimeZone } from '../../lib/time-zone.ts';
import { useIsNarrow } from '../../lib/use-media.ts';
import { FilterSelect } from '../filter-select.tsx';
import {
  type ChartInterval,
  type ChartPeriod,
  type ChartRange,
  choosableDays,
  type Days,
  periodOf,
  rangesOf,
  withDay,
} from './period.ts';

/** The period in the URL, and its setter. */
export interface PeriodState {
  period: ChartPeriod;
  isCoarse: boolean;
  choose(range: ChartRange, interval?: ChartInterval): void;
  chooseDays(days: Days): void;
}

/** The period in the URL; a coarse one has no hours. */
export function usePeriod(isCoarse = false): PeriodState {
  const [params, change] = useSearchParams();
  const zone = useTimeZone();
  const period = periodOf(Object.fromEntries(params), zone.toLocal(Date.now()), isCoarse);
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
    chooseDays: (days) =>
      change((next) => {
        next.set('from', days.from);
        next.set('to', days.to);
      }),
  };
}

/**
 * One end of a custom range. Typing produces other dates on the way: the year 2026 starts as 0002, and month 12 as month 1. So a typed
 * date that would move the other end takes effect only on Enter or on blur.
 */
function DayField({ which, days, onChoose }: { which: keyof Days; days: Days; onChoose(days: Days): void }) {
  const t = useTexts('charts');
  const [draft, setDraft] = useState<string>();
  const isTyping = useRef(false);
  const { from: min, to: max } = choosableDays(useTimeZone().toLocal(Date.now()));

  function take(field: HTMLInputElement, isDone: boolean): void {
    const day = field.value;
    const next = withDay(days, which, day);
    const other = which === 'from' ? 'to' : 'from';
    const isDay = field.validity.valid && (isDone || next[other] === days[other]);
    setDraft(isDay ? undefined : day);
    if (isDay && day !== days[which]) onChoose(next);
  }

  function onKeyDown({ key, currentTarget }: KeyboardEvent<HTMLInputElement>): void {
    isTyping.current = key !== 'Enter';
    if (key === 'Enter') take(currentTarget, true);
  }

  return (
    <span className="input filter charts-date">
      <input
        type="date"
        aria-label={t[which]}
        value={draft ?? days[which]}
        min={min}
        max={max}
        required
        onKeyDown={onKeyDown}
        onPointerDown={() => {
          isTyping.current = false;
        }}
        onChange={({ target }) => take(target, !isTyping.current)}
        onBlur={({ target }) => {
          take(target, true);
          setDraft(undefined);
        }}
      />
    </span>
  );
}

/** The ranges as buttons, so that each is one click away; as a select where there is no room. */
function RangeChoice({ period: { range }, isCoarse, choose }: PeriodState) {
  const t = useTexts('charts');
  const isNarrow = useIsNarrow();
  const ranges = rangesOf(isCoarse);
  if (isNarrow) {
    return (
      <FilterSelect<ChartRange>
        label={t.range}
        value={range}
        onChange={(chosen) => choose(chosen)}
        options={ranges.map((value) => ({ value, label: t.ranges[value] }))}
      />
    );
  }
  return (
    <fieldset className="charts-ranges" aria-label={t.range}>
      {ranges.map((value) => (
        <button
          key={value}
          type="button"
          title={t.ranges[value]}
          aria-pressed={value === range}
          onClick={() => choose(value)}
        >
          {t.shortRanges[value]}
        </button>
      ))}
    </fieldset>
  );
}

/** Selects the date range and the interval. */
export function PeriodPicker(periods: PeriodState) {
  const { period, choose, chooseDays } = periods;
  const t = useTexts('charts');
  const { range, interval, intervals, now } = period;
  const days = { from: now.from.slice(0, 10), to: now.to.slice(0, 10) };
  return (
    <>
      {intervals.length > 1 && (
        <FilterSelect<ChartInterval>
          label={t.interval}
          value={interval}
          onChange={(chosen) => choose(range, chosen)}
          options={intervals.map((value) => ({ value, label: t.intervals[value] }))}
        />
      )}
      <RangeChoice {...periods} />
      {range === 'own' && (
        <span className="charts-dates">
          <DayField which="from" days={days} onChoose={chooseDays} />
          <span aria-hidden="true">–</span>
          <DayField which="to" days={days} onChoose={chooseDays} />
        </span>
      )}
    </>
  );
}

import { useRef, useState } from 'react';
import { useFormat } from '../../lib/format.ts';
import { useTexts } from '../../lib/texts.ts';
import { areaPath, type ChartPoint, findShownLabels, linePath, ticksTo } from './scale.ts';
import { useWidth } from './use-width.ts';

/** One point of a series, and the corresponding point of the previous period. */
export interface SeriesPoint {
  /** Identifies the point: a local hour occurs twice when the clock is set back. */
  number: number;
  /** Short, for the axis. */
  label: string;
  /** In full, for the tooltip. */
  title: string;
  value: number;
  /** Its interval has not ended: the value may still grow. */
  isOpen?: boolean;
  before?: number;
  beforeTitle?: string;
}

const HEIGHT = 232;
const TOP = 12;
const BOTTOM = 28;
const LABEL_PX = 72;
const DIGIT_PX = 8;
const HALF_TIP_PX = 90;
const BASELINE = HEIGHT - BOTTOM;

/** Values over time beside those of the previous period; arrow keys, touch or mouse show each point. */
export function SeriesChart({ label, points }: { label: string; points: SeriesPoint[] }) {
  const t = useTexts('charts');
  const format = useFormat();
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const [shown, setShown] = useState<number>();
  const last = points.length - 1;

  const ticks = ticksTo(Math.max(...points.map(({ value, before = 0 }) => Math.max(value, before))));
  const top = ticks.at(-1) ?? 1;
  const left = Math.max(...ticks.map((tick) => format.compact(tick).length)) * DIGIT_PX + 8;
  const plotWidth = Math.max(0, width - left - 8);
  const xOf = (index: number) => left + (last === 0 ? plotWidth / 2 : (index / last) * plotWidth);
  const yOf = (value: number) => BASELINE - (value / top) * (BASELINE - TOP);
  const toChartPoints = (pick: (point: SeriesPoint) => number): ChartPoint[] =>
    points.map((point, index) => ({ x: xOf(index), y: yOf(pick(point)) }));

  const now = toChartPoints(({ value }) => value);
  // A value that may still grow is drawn differently.
  const closed = points[last]?.isOpen ? now.slice(0, -1) : now;
  const hasBefore = points.some(({ before = 0 }) => before > 0);
  const named = findShownLabels(points.length, plotWidth, LABEL_PX);
  const at = Math.min(shown ?? last, last);
  const point = points[at];
  const valueText = point
    ? [
        `${point.title}: ${format.number(point.value)}`,
        ...(point.before === undefined ? [] : [`${point.beforeTitle}: ${format.number(point.before)}`]),
      ].join('; ')
    : '';

  function showAt(clientX: number, from: DOMRect): void {
    const share = (clientX - from.left) / Math.max(from.width, 1);
    setShown(Math.max(0, Math.min(last, Math.round(share * last))));
  }

  return (
    <div ref={box} className="charts-series">
      {width > 0 && (
        <svg width={width} height={HEIGHT} aria-hidden="true">
          {ticks.map((tick) => (
            <g key={tick}>
              <line className="charts-rule" x1={left} x2={width} y1={yOf(tick)} y2={yOf(tick)} />
              <text className="charts-tick" x={left - 8} y={yOf(tick) + 4} textAnchor="end">
                {format.compact(tick)}
              </text>
            </g>
          ))}
          {points.map((one, index) =>
            named.has(index) ? (
              <text
                key={one.number}
                className="charts-tick"
                x={Math.min(xOf(index), width)}
                y={HEIGHT - 6}
                textAnchor={index === last && last > 0 ? 'end' : index === 0 ? 'start' : 'middle'}
              >
                {one.label}
              </text>
            ) : null,
          )}
          {hasBefore && <path className="charts-line before" d={linePath(toChartPoints(({ before = 0 }) => before))} />}
          <path className="charts-area" d={areaPath(now, BASELINE)} />
          <path className="charts-line" d={linePath(closed)} />
          {closed.length < now.length && <path className="charts-line open" d={linePath(now.slice(-2))} />}
          {points.length === 1 && <circle className="charts-dot" cx={xOf(0)} cy={yOf(points[0]?.value ?? 0)} r={4} />}
          {shown !== undefined && point && (
            <>
              <line className="charts-hair" x1={xOf(at)} x2={xOf(at)} y1={TOP} y2={BASELINE} />
              {point.before !== undefined && (
                <circle className="charts-dot before" cx={xOf(at)} cy={yOf(point.before)} r={4} />
              )}
              <circle className="charts-dot" cx={xOf(at)} cy={yOf(point.value)} r={4} />
            </>
          )}
        </svg>
      )}
      {/* A native slider, which supports arrow keys, touch and screen readers. */}
      <input
        type="range"
        className="charts-reach"
        style={{ left, width: plotWidth }}
        min={0}
        max={Math.max(last, 0)}
        value={at}
        aria-label={t.pointsOf({ name: label })}
        aria-valuetext={valueText}
        onChange={(event) => setShown(Number(event.target.value))}
        onPointerMove={(event) => showAt(event.clientX, event.currentTarget.getBoundingClientRect())}
        onPointerLeave={() => setShown(undefined)}
        onFocus={() => setShown(shown ?? last)}
        onBlur={() => setShown(undefined)}
      />
      {shown !== undefined && point && width > 0 && (
        <div
          className="charts-tip"
          aria-hidden="true"
          style={{ left: Math.max(HALF_TIP_PX, Math.min(xOf(at), width - HALF_TIP_PX)) }}
        >
          <p>
            <i className="charts-key" /> <span className="grow">{point.title}</span> <b>{format.number(point.value)}</b>
          </p>
          {point.before !== undefined && (
            <p className="quiet">
              <i className="charts-key before" /> <span className="grow">{point.beforeTitle}</span>{' '}
              <span>{format.number(point.before)}</span>
            </p>
          )}
        </div>
      )}
    </div>
  );
}

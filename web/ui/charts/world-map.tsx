import { type MouseEvent, type PointerEvent, useMemo, useRef, useState } from 'react';
import { useFormat } from '../../lib/format.ts';
import type { EntrySelection } from './breakdowns.tsx';
import { classesTo, stepOf } from './map-scale.ts';
import { worldShapes } from './world-shapes.ts';

const WIDTH = 2000;
const HEIGHT = 872;
const DOT = 9;
const HALF_TIP_PX = 84;

interface Props {
  counts: Record<string, number>;
  total: number;
  nameOf(country: string): string;
  /** The country that is highlighted from elsewhere. */
  pointed: string | undefined;
  selection?: EntrySelection;
}

const shapes = Object.entries(worldShapes).map(([code, [name, shape]]) => {
  const [x = '', y = ''] = shape.startsWith('M') ? [] : shape.split(' ');
  return { code, name, shape, dot: x === '' ? undefined : { x: Number(x), y: Number(y) } };
});

/** Visits by country. The list beside it shows the same data to keyboard users. */
export function WorldMap({ counts, total, nameOf, pointed, selection }: Props) {
  const format = useFormat();
  const box = useRef<HTMLDivElement>(null);
  const [tip, setTip] = useState<{ name: string; x: number; y: number }>();
  const classes = useMemo(() => classesTo(Math.max(0, ...shapes.map(({ name }) => counts[name] ?? 0))), [counts]);

  /** The country under the pointer; one listener serves all of them. */
  const nameAt = ({ target }: { target: EventTarget }) =>
    target instanceof SVGElement ? worldShapes[target.dataset.country ?? '']?.[0] : undefined;

  function point(event: PointerEvent): void {
    const at = box.current?.getBoundingClientRect();
    const name = nameAt(event);
    if (at && name !== undefined) {
      const x = Math.max(HALF_TIP_PX, Math.min(event.clientX - at.left, at.width - HALF_TIP_PX));
      setTip({ name, x, y: event.clientY - at.top });
    } else setTip(undefined);
  }

  function choose(event: MouseEvent): void {
    const name = nameAt(event);
    if (name !== undefined && counts[name]) selection?.choose('country', name);
  }

  // Memoized: there are many elements, and they do not change while the pointer moves.
  const countries = useMemo(() => {
    const isOn = ({ name }: { name: string }) => pointed === name || (selection?.isChosen('country', name) ?? false);
    // The highlighted country is drawn last, or its neighbors would cover its outline.
    return shapes
      .toSorted((one, other) => Number(isOn(one)) - Number(isOn(other)))
      .map(({ code, name, shape, dot }) => {
        const count = counts[name] ?? 0;
        // A dot for a small place without visits would only be noise.
        if (dot && count === 0) return null;
        const common = {
          className: `charts-land ${isOn({ name }) ? 'is-on' : ''} ${selection && count > 0 ? 'can-choose' : ''}`,
          'data-step': stepOf(classes, count),
          'data-country': code,
        };
        if (dot) return <circle key={code} {...common} cx={dot.x} cy={dot.y} r={DOT} />;
        return <path key={code} {...common} d={shape} />;
      });
  }, [counts, classes, pointed, selection]);

  const count = tip ? (counts[tip.name] ?? 0) : 0;
  return (
    <div ref={box} className="charts-map">
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        onPointerMove={point}
        onPointerLeave={() => setTip(undefined)}
        onClick={choose}
      >
        {countries}
      </svg>
      {tip && (
        <div className="charts-tip" aria-hidden="true" style={{ left: tip.x, top: tip.y }}>
          <p>
            <span className="grow">{nameOf(tip.name)}</span> <b>{format.number(count)}</b>
            {count > 0 && <span className="quiet">{format.share(count, total)}</span>}
          </p>
        </div>
      )}
      <ul className="charts-scale" aria-hidden="true">
        {classes.map(({ step, least, most }) => (
          <li key={step}>
            <i className="charts-land" data-step={step} />
            {least === most ? format.compact(least) : `${format.compact(least)}–${format.compact(most)}`}
          </li>
        ))}
      </ul>
    </div>
  );
}

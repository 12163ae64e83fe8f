const NICE = [1, 2, 2.5, 5, 10];

/** Round integer steps from 0 to at least the largest value. */
export function ticksTo(largest: number, count = 4): number[] {
  const rough = Math.max(largest, 1) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, (NICE.find((nice) => nice * power >= rough) ?? 10) * power);
  // 2.5 times a value below ten is not an integer.
  const whole = Math.ceil(step);
  const ticks = [0];
  while ((ticks.at(-1) ?? 0) < largest || ticks.length < 2) ticks.push((ticks.at(-1) ?? 0) + whole);
  return ticks;
}

/** A point of the drawing. */
export interface ChartPoint {
  x: number;
  y: number;
}

/** A line through all points. */
export function linePath(points: ChartPoint[]): string {
  return points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
}

/** The area between the line and the baseline. */
export function areaPath(points: ChartPoint[], baseline: number): string {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return '';
  return `${linePath(points)}L${last.x.toFixed(1)} ${baseline}L${first.x.toFixed(1)} ${baseline}Z`;
}

/** Which labels to show without overlap; the last one, the present, is always shown. */
export function findShownLabels(count: number, width: number, minDistance: number): Set<number> {
  const every = Math.max(1, Math.ceil((count * minDistance) / Math.max(width, 1)));
  const chosen = new Set<number>();
  for (let index = count - 1; index >= 0; index -= every) chosen.add(index);
  return chosen;
}

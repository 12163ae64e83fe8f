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
export function linePath(spots: ChartPoint[]): string {
  return spots.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
}

/** The area between the line and the baseline. */
export function areaPath(spots: ChartPoint[], ground: number): string {
  const [first, last] = [spots[0], spots.at(-1)];
  if (!first || !last) return '';
  return `${linePath(spots)}L${last.x.toFixed(1)} ${ground}L${first.x.toFixed(1)} ${ground}Z`;
}

/** Which labels to show without overlap; the last one, the present, is always shown. */
export function findShownLabels(count: number, width: number, apart: number): Set<number> {
  const every = Math.max(1, Math.ceil((count * apart) / Math.max(width, 1)));
  const chosen = new Set<number>();
  for (let index = count - 1; index >= 0; index -= every) chosen.add(index);
  return chosen;
}

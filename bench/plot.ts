const HEIGHT = 5;
const LABEL_WIDTH = 10;

/** Draws values over time as lines of text: one column a value, the largest value at the top, the smallest at the bottom. */
export function plotLines(values: number[]): string[] {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const rowOf = (value: number) => (high === low ? 0 : Math.round(((value - low) / (high - low)) * (HEIGHT - 1)));
  const rows = values.map(rowOf);
  return Array.from({ length: HEIGHT }, (_, index) => {
    const row = HEIGHT - 1 - index;
    const edge = row === HEIGHT - 1 ? high : low;
    const label = row === HEIGHT - 1 || row === 0 ? edge.toFixed(1) : '';
    return `${label.padStart(LABEL_WIDTH)} |${rows.map((at) => (at === row ? '*' : ' ')).join('')}`;
  });
}

function meanOf(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/**
 * The mean of the last quarter divided by the mean of the second quarter. The first quarter is the warm-up. `floor` is added to both,
 * so that small values may vary.
 */
export function growthOf(values: number[], floor: number): number {
  const quarter = Math.floor(values.length / 4);
  if (quarter === 0) throw new Error('four values are needed');
  const [second, last] = [values.slice(quarter, 2 * quarter), values.slice(-quarter)];
  return (meanOf(last) + floor) / (meanOf(second) + floor);
}

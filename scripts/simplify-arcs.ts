/** A place on the drawing. */
export type Point = readonly [x: number, y: number];

/** Twice the area of a triangle. */
function triangle([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point): number {
  return Math.abs((bx - ax) * (cy - ay) - (cx - ax) * (by - ay));
}

/**
 * Leaves out, one after the other, the point that matters least, until each that is left spans at least `least`.
 * The ends stay, so that what meets there still does; of a closed line at least a triangle stays.
 */
export function simplifyLine(line: readonly Point[], least: number): Point[] {
  const left = [...line];
  const [first, last] = [left[0], left.at(-1)];
  const isClosed = first !== undefined && first[0] === last?.[0] && first[1] === last[1];
  const fewest = isClosed ? 4 : 2;
  const spanAt = (index: number): number => {
    const [before, at, after] = [left[index - 1], left[index], left[index + 1]];
    return before && at && after ? triangle(before, at, after) : Number.POSITIVE_INFINITY;
  };
  const spans = left.map((_, index) => spanAt(index));
  while (left.length > fewest) {
    const smallest = Math.min(...spans);
    if (smallest >= least) break;
    const index = spans.indexOf(smallest);
    left.splice(index, 1);
    spans.splice(index, 1);
    for (const near of [index - 1, index]) spans[near] = spanAt(near);
  }
  return left;
}

/** The area that a ring encloses. */
export function areaOf(ring: readonly Point[]): number {
  let sum = 0;
  for (const [index, [x, y]] of ring.entries()) {
    const [nextX, nextY] = ring[(index + 1) % ring.length] ?? [0, 0];
    sum += x * nextY - nextX * y;
  }
  return Math.abs(sum) / 2;
}

/** The middle of what a ring spans. */
export function middleOf(ring: readonly Point[]): Point {
  const xs = ring.map(([x]) => x);
  const ys = ring.map(([, y]) => y);
  return [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
}

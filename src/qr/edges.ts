import type { Path } from './path.ts';

/** Lines from (x0, y0) to (x1, y1) in pixels, four numbers each; horizontal ones are omitted, because they bound no area. */
export type Edges = number[];

// Curves are split into lines so short that the pixels do not differ.
function pieceCount(roughLength: number): number {
  return Math.min(64, Math.max(3, Math.ceil(Math.sqrt(roughLength) * 1.6)));
}

// One dot is computed once and then translated, because a code has a thousand equal ones.
function dotPoints(radius: number): number[] {
  const count = Math.min(96, Math.max(12, Math.ceil(Math.sqrt(radius) * 8)));
  return Array.from({ length: count + 1 }, (_, index) => (index / count) * 2 * Math.PI).flatMap((angle) => [
    Math.cos(angle) * radius,
    Math.sin(angle) * radius,
  ]);
}

/** The path's edges at this scale; with snapping, every corner moves to the nearest whole pixel. */
export function edgesOf(path: Path, scale: number, isSnapped: boolean): Edges {
  const edges: Edges = [];
  const at = isSnapped ? (value: number) => Math.round(value * scale) : (value: number) => value * scale;
  let [startX, startY, x, y] = [0, 0, 0, 0];
  let dot = { radius: 0, points: dotPoints(0) };

  function lineTo(toX: number, toY: number): void {
    if (y !== toY) edges.push(x, y, toX, toY);
    x = toX;
    y = toY;
  }

  function curveTo(x1: number, y1: number, x2: number, y2: number, x3: number, y3: number): void {
    const [fromX, fromY] = [x, y];
    const count = pieceCount(Math.abs(x3 - fromX) + Math.abs(y3 - fromY));
    for (let piece = 1; piece <= count; piece++) {
      const t = piece / count;
      const u = 1 - t;
      const [a, b, c, d] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t];
      lineTo(a * fromX + b * x1 + c * x2 + d * x3, a * fromY + b * y1 + c * y2 + d * y3);
    }
  }

  function addDot(cx: number, cy: number, radius: number): void {
    if (dot.radius !== radius) dot = { radius, points: dotPoints(radius * scale) };
    const { points } = dot;
    x = cx + (points[0] ?? 0);
    y = cy;
    for (let index = 2; index < points.length; index += 2)
      lineTo(cx + (points[index] ?? 0), cy + (points[index + 1] ?? 0));
    startX = x;
    startY = y;
  }

  for (const step of path) {
    if (step[0] === 'L') lineTo(at(step[1]), at(step[2]));
    else if (step[0] === 'C') curveTo(at(step[1]), at(step[2]), at(step[3]), at(step[4]), at(step[5]), at(step[6]));
    else {
      lineTo(startX, startY);
      if (step[0] === 'O') addDot(step[1] * scale, step[2] * scale, step[3]);
      else {
        x = at(step[1]);
        y = at(step[2]);
        startX = x;
        startY = y;
      }
    }
  }
  lineTo(startX, startY);
  return edges;
}

/**
 * One step of an outline in any unit, with y pointing down: move, line, cubic curve, or a dot with center and radius.
 * Every outline is closed, and filled by the nonzero rule.
 */
export type PathStep =
  | readonly ['M' | 'L', x: number, y: number]
  | readonly ['C', x1: number, y1: number, x2: number, y2: number, x: number, y: number]
  | readonly ['O', x: number, y: number, radius: number];

/** Closed outlines, each started by a move. */
export type Path = PathStep[];

/** The length of a cubic curve's handles for a quarter circle of radius 1. */
export const QUARTER_ARC = 0.5523;

/** A rectangle by its top left corner. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A corner of a polygon with its radius. */
export interface Corner {
  x: number;
  y: number;
  radius: number;
}

/** The closed polygon with rounded corners; each side must be long enough for the radii at both ends. */
export function roundedPolygon(corners: Corner[]): Path {
  const path: Path = [];
  for (const [index, corner] of corners.entries()) {
    const before = corners.at(index - 1) ?? corner;
    const after = corners[(index + 1) % corners.length] ?? corner;
    const { x, y, radius } = corner;
    const first = index === 0 ? 'M' : 'L';
    if (radius === 0) {
      path.push([first, x, y]);
      continue;
    }
    const lengthIn = Math.hypot(before.x - x, before.y - y);
    const lengthOut = Math.hypot(after.x - x, after.y - y);
    const inX = ((before.x - x) / lengthIn) * radius;
    const inY = ((before.y - y) / lengthIn) * radius;
    const outX = ((after.x - x) / lengthOut) * radius;
    const outY = ((after.y - y) / lengthOut) * radius;
    const rest = 1 - QUARTER_ARC;
    path.push([first, x + inX, y + inY]);
    path.push(['C', x + inX * rest, y + inY * rest, x + outX * rest, y + outY * rest, x + outX, y + outY]);
  }
  return path;
}

/** A rectangle with round corners, clockwise; as a hole it runs counterclockwise. */
export function roundedBox({ x, y, width, height }: Box, radius: number, isHole = false): Path {
  const corners = [
    { x, y, radius },
    { x: x + width, y, radius },
    { x: x + width, y: y + height, radius },
    { x, y: y + height, radius },
  ];
  return roundedPolygon(isHole ? corners.reverse() : corners);
}

/** The path, translated. */
export function movePath(path: Path, dx: number, dy: number): Path {
  return path.map((step): PathStep => {
    if (step[0] === 'O') return ['O', step[1] + dx, step[2] + dy, step[3]];
    if (step[0] !== 'C') return [step[0], step[1] + dx, step[2] + dy];
    return ['C', step[1] + dx, step[2] + dy, step[3] + dx, step[4] + dy, step[5] + dx, step[6] + dy];
  });
}

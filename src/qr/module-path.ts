import { type Corner, type Path, roundedPolygon } from './path.ts';
import type { ModuleStyle } from './picture.ts';

const DOT_RADIUS = 0.46;
// The outer corners of a module are fully round, so that a lone module is a dot; inner corners are only softened.
const OUTER_RADIUS = 0.5;
const INNER_RADIUS = 0.22;

// East, south, west, north: the next one is a right turn.
const MOVES = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
] as const;
const TURNS = [1, 0, 3] as const;

/** Whether a module is dark; outside of the code none is. */
export type IsDark = (x: number, y: number) => boolean;

// For each grid point, the directions in which an edge leaves it, as bits; the dark side is on the right.
function edgesOf(size: number, isDark: IsDark): Uint8Array {
  const edges = new Uint8Array((size + 1) * (size + 1));
  const add = (x: number, y: number, direction: number) => {
    const at = y * (size + 1) + x;
    edges[at] = (edges[at] ?? 0) | (1 << direction);
  };
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (!isDark(x, y)) continue;
      if (!isDark(x, y - 1)) add(x, y, 0);
      if (!isDark(x + 1, y)) add(x + 1, y, 1);
      if (!isDark(x, y + 1)) add(x + 1, y + 1, 2);
      if (!isDark(x - 1, y)) add(x, y + 1, 3);
    }
  }
  return edges;
}

function follow(edges: Uint8Array, size: number, start: number, outer: number, inner: number): Corner[] {
  const corners: Corner[] = [];
  const width = size + 1;
  // The first grid point of an outline in reading order is always one of its corners.
  const first = Math.log2((edges[start] ?? 0) & -(edges[start] ?? 0));
  let direction = first;
  let at = start;
  do {
    edges[at] = (edges[at] ?? 0) & ~(1 << direction);
    const [dx, dy] = MOVES[direction] ?? MOVES[0];
    at += dy * width + dx;
    const left = edges[at] ?? 0;
    // Right turns first, so that modules that touch only at a corner stay separate.
    const turn = at === start ? first - direction : TURNS.find((by) => left & (1 << ((direction + by) % 4)));
    if (turn === undefined) break;
    const by = (turn + 4) % 4;
    if (by !== 0) corners.push({ x: at % width, y: Math.floor(at / width), radius: by === 1 ? outer : inner });
    direction = (direction + by) % 4;
  } while (at !== start);
  return corners;
}

function outlines(size: number, isDark: IsDark, outer: number, inner: number): Path {
  const edges = edgesOf(size, isDark);
  const path: Path = [];
  for (let at = 0; at < edges.length; at++) {
    while (edges[at]) path.push(...roundedPolygon(follow(edges, size, at, outer, inner)));
  }
  return path;
}

/** All dark modules of a code as one path, in which adjacent modules are joined unless they are dots. */
export function modulePath(size: number, isDark: IsDark, style: ModuleStyle): Path {
  if (style === 'square') return outlines(size, isDark, 0, 0);
  if (style === 'rounded') return outlines(size, isDark, OUTER_RADIUS, INNER_RADIUS);
  const path: Path = [];
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) if (isDark(x, y)) path.push(['O', x + 0.5, y + 0.5, DOT_RADIUS]);
  }
  return path;
}

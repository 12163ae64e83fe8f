import type { Tone } from './drawing.ts';
import type { Edges } from './edges.ts';

/** The ink coverage of each pixel, from 0 to 255, row by row. */
export interface Raster {
  width: number;
  height: number;
  ink: Uint8Array;
}

/** Edges that are filled with one tone, over the fills before them. */
export interface Fill {
  edges: Edges;
  tone: Tone;
}

// Large images are rasterized in strips, to limit the memory of the accumulators.
const STRIP_ROWS = 256;
// An edge at the right border spills into extra columns that are not shown.
const SPARE_COLUMNS = 2;

// An edge between two rows at most one apart changes the coverage of its columns and of all columns to their right.
function addSpan(sums: Float32Array, start: number, left: number, right: number, rise: number): void {
  const first = Math.floor(left);
  const last = Math.ceil(right);
  if (last <= first + 1) {
    const covered = rise * (1 - ((left + right) / 2 - first));
    sums[start + first] = (sums[start + first] ?? 0) + covered;
    sums[start + first + 1] = (sums[start + first + 1] ?? 0) + rise - covered;
    return;
  }
  const perColumn = rise / (right - left);
  let passed = 0;
  let before = 0;
  for (let column = first; column < last; column++) {
    const from = Math.max(left, column);
    const to = Math.min(right, column + 1);
    const part = perColumn * (to - from);
    const covered = passed + part * (column + 1 - (from + to) / 2);
    sums[start + column] = (sums[start + column] ?? 0) + covered - before;
    passed += part;
    before = covered;
  }
  sums[start + last] = (sums[start + last] ?? 0) + rise - before;
}

function addEdges(sums: Float32Array, width: number, top: number, bottom: number, edges: Edges): void {
  const stride = width + SPARE_COLUMNS;
  for (let index = 0; index < edges.length; index += 4) {
    const startY = edges[index + 1] ?? 0;
    const endY = edges[index + 3] ?? 0;
    const isDown = startY < endY;
    const y0 = isDown ? startY : endY;
    const y1 = isDown ? endY : startY;
    if (y1 <= top || y0 >= bottom) continue;
    const x0 = edges[isDown ? index : index + 2] ?? 0;
    const x1 = edges[isDown ? index + 2 : index] ?? 0;
    const slope = (x1 - x0) / (y1 - y0);
    const end = Math.min(bottom, Math.ceil(y1));
    for (let row = Math.max(top, Math.floor(y0)); row < end; row++) {
      const from = Math.max(y0, row);
      const to = Math.min(y1, row + 1);
      const xa = Math.min(width, Math.max(0, x0 + (from - y0) * slope));
      const xb = Math.min(width, Math.max(0, x0 + (to - y0) * slope));
      addSpan(sums, (row - top) * stride, Math.min(xa, xb), Math.max(xa, xb), isDown ? from - to : to - from);
    }
  }
}

function paint(raster: Raster, sums: Float32Array, top: number, bottom: number, tone: Tone): void {
  const { width, ink } = raster;
  const target = tone === 'ink' ? 255 : 0;
  for (let row = top; row < bottom; row++) {
    let at = (row - top) * (width + SPARE_COLUMNS);
    let covered = 0;
    for (let pixel = row * width; pixel < (row + 1) * width; pixel++) {
      covered += sums[at++] ?? 0;
      const share = Math.abs(covered);
      // Sums of fractions end near zero, not at zero.
      if (share < 0.002) continue;
      const old = ink[pixel] ?? 0;
      ink[pixel] = share > 0.998 ? target : old + (target - old) * share + 0.5;
    }
  }
}

/** Paints the fills over each other with smooth edges; the covered share of a pixel decides its tone. */
export function rasterise(width: number, height: number, fills: Fill[]): Raster {
  const raster = { width, height, ink: new Uint8Array(width * height) };
  const sums = new Float32Array((width + SPARE_COLUMNS) * Math.min(height, STRIP_ROWS));
  for (let top = 0; top < height; top += STRIP_ROWS) {
    const bottom = Math.min(height, top + STRIP_ROWS);
    for (const { edges, tone } of fills) {
      sums.fill(0);
      addEdges(sums, width, top, bottom, edges);
      paint(raster, sums, top, bottom, tone);
    }
  }
  return raster;
}

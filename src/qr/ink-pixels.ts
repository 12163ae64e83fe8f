import { type Color, mixColors } from './color.ts';
import type { GradientLine } from './gradient.ts';
import type { Pixels } from './png-file.ts';
import type { Raster } from './raster.ts';

interface Colors {
  ink: Color;
  inkTo: Color;
  paper: Color;
}

// This many shades of an edge look as smooth as 256, and pack into half a byte.
const SHADES = 16;

// A gradient shares 256 palette entries: the background, many steps of full ink, and few steps of each edge shade.
const FULL_STEPS = 136;
const EDGE_SHADES = 7;
const EDGE_STEPS = 17;

/** Pixels between the background and one ink color. */
export function plainPixels({ width, height, ink }: Raster, { ink: color, paper }: Colors): Pixels {
  const palette = Array.from({ length: SHADES }, (_, shade) => mixColors(paper, color, shade / (SHADES - 1)));
  const places = Uint8Array.from({ length: 256 }, (_, share) => Math.round((share / 255) * (SHADES - 1)));
  const bytes = new Uint8Array(ink.length);
  for (let pixel = 0; pixel < ink.length; pixel++) bytes[pixel] = places[ink[pixel] ?? 0] ?? 0;
  return { width, height, bytes, palette };
}

function gradientPalette({ ink, inkTo, paper }: Colors): Color[] {
  const step = (index: number, count: number) => mixColors(ink, inkTo, index / (count - 1));
  const palette = [paper, ...Array.from({ length: FULL_STEPS }, (_, index) => step(index, FULL_STEPS))];
  for (let shade = 1; shade <= EDGE_SHADES; shade++) {
    const share = shade / (EDGE_SHADES + 1);
    for (let index = 0; index < EDGE_STEPS; index++) palette.push(mixColors(paper, step(index, EDGE_STEPS), share));
  }
  return palette;
}

/** Pixels between the background and an ink that changes along a line; beyond the line's ends it keeps the end's color. */
export function gradientPixels(raster: Raster, colors: Colors, line: GradientLine, scale: number): Pixels {
  const { width, height, ink } = raster;
  const [dx, dy] = [line.x2 - line.x1, line.y2 - line.y1];
  const perUnit = 1 / (dx * dx + dy * dy);
  const bytes = new Uint8Array(ink.length);
  for (let y = 0; y < height; y++) {
    const rowWay = ((y / scale - line.y1) * dy - line.x1 * dx) * perUnit;
    for (let x = 0; x < width; x++) {
      const pixel = y * width + x;
      const shade = Math.round(((ink[pixel] ?? 0) / 255) * (EDGE_SHADES + 1));
      if (shade === 0) continue;
      const way = Math.min(1, Math.max(0, rowWay + (x / scale) * dx * perUnit));
      bytes[pixel] =
        shade > EDGE_SHADES
          ? 1 + Math.round(way * (FULL_STEPS - 1))
          : 1 + FULL_STEPS + (shade - 1) * EDGE_STEPS + Math.round(way * (EDGE_STEPS - 1));
    }
  }
  return { width, height, bytes, palette: gradientPalette(colors) };
}

/** The same pixels as red, green and blue, so that other colors can be drawn into them. */
export function unfoldPalette({ width, height, bytes, palette = [] }: Pixels): Pixels {
  const unfolded = new Uint8Array(bytes.length * 3);
  const channels = Uint8Array.from(palette.flat());
  for (let pixel = 0; pixel < bytes.length; pixel++) {
    const place = (bytes[pixel] ?? 0) * 3;
    unfolded[pixel * 3] = channels[place] ?? 0;
    unfolded[pixel * 3 + 1] = channels[place + 1] ?? 0;
    unfolded[pixel * 3 + 2] = channels[place + 2] ?? 0;
  }
  return { width, height, bytes: unfolded };
}

import { ByteReader } from './byte-reader.ts';

/** A point of an outline in units of the font, y upwards; off the curve it is the handle of a quadratic one. */
export interface GlyphPoint {
  x: number;
  y: number;
  isOnCurve: boolean;
}

/** The closed outlines of one glyph. */
export type Glyph = GlyphPoint[][];

const ARGS_ARE_WORDS = 0x1;
const ARGS_ARE_OFFSETS = 0x2;
const HAS_SCALE = 0x8;
const MORE_FOLLOW = 0x20;
const HAS_TWO_SCALES = 0x40;
const HAS_MATRIX = 0x80;
const HAS_INSTRUCTIONS = 0x100;

function signed(flag: number, value: number): number {
  return flag & 1 ? value : -value;
}

// WOFF2 packs the way from one point to the next into a flag and one to four bytes; the ranges are those of its table.
function readWay(flag: number, reader: ByteReader): [number, number] {
  const first = reader.u8();
  if (flag < 10) return [0, signed(flag, ((flag & 14) << 7) + first)];
  if (flag < 20) return [signed(flag, (((flag - 10) & 14) << 7) + first), 0];
  if (flag < 84) {
    const high = flag - 20;
    return [
      signed(flag, 1 + (high & 0x30) + (first >> 4)),
      signed(flag >> 1, 1 + ((high & 0x0c) << 2) + (first & 0x0f)),
    ];
  }
  const second = reader.u8();
  if (flag < 120) {
    const high = flag - 84;
    return [
      signed(flag, 1 + (Math.floor(high / 12) << 8) + first),
      signed(flag >> 1, 1 + (((high % 12) >> 2) << 8) + second),
    ];
  }
  const third = reader.u8();
  if (flag < 124)
    return [signed(flag, (first << 4) + (second >> 4)), signed(flag >> 1, ((second & 0x0f) << 8) + third)];
  return [signed(flag, (first << 8) + second), signed(flag >> 1, (third << 8) + reader.u8())];
}

interface Part {
  glyph: number;
  dx: number;
  dy: number;
}

// Accents are put on letters only by moving them; a part that is scaled is none of ours and loses its scale.
function readParts(reader: ByteReader): { parts: Part[]; hasInstructions: boolean } {
  const parts: Part[] = [];
  let hasInstructions = false;
  for (;;) {
    const flags = reader.u16();
    const glyph = reader.u16();
    const isWide = (flags & ARGS_ARE_WORDS) !== 0;
    const [dx, dy] = isWide ? [reader.i16(), reader.i16()] : [(reader.u8() << 24) >> 24, (reader.u8() << 24) >> 24];
    reader.skip(flags & HAS_SCALE ? 2 : flags & HAS_TWO_SCALES ? 4 : flags & HAS_MATRIX ? 8 : 0);
    parts.push(flags & ARGS_ARE_OFFSETS ? { glyph, dx, dy } : { glyph, dx: 0, dy: 0 });
    if (flags & HAS_INSTRUCTIONS) hasInstructions = true;
    if (!(flags & MORE_FOLLOW)) return { parts, hasInstructions };
  }
}

/** All glyphs of WOFF2's own form of the table `glyf`, in the order of their numbers. */
export function readGlyphs(table: Uint8Array): Glyph[] {
  const header = new ByteReader(table).skip(4);
  const count = header.u16();
  header.skip(2);
  let at = header.position + 7 * 4;
  const [contourCounts, pointCounts, flags, ways, composites] = Array.from({ length: 5 }, () => {
    const length = header.u32();
    at += length;
    return new ByteReader(table.subarray(at - length, at));
  });
  if (!contourCounts || !pointCounts || !flags || !ways || !composites) return [];

  function readSimple(contourCount: number): Glyph {
    if (contourCount === 0 || !pointCounts || !flags || !ways) return [];
    const lengths = Array.from({ length: contourCount }, () => pointCounts.u16Short());
    let x = 0;
    let y = 0;
    const glyph = lengths.map((length) =>
      Array.from({ length }, () => {
        const flag = flags.u8();
        const [dx, dy] = readWay(flag & 127, ways);
        x += dx;
        y += dy;
        return { x, y, isOnCurve: flag < 128 };
      }),
    );
    ways.u16Short();
    return glyph;
  }

  const composed = new Map<number, Part[]>();
  const glyphs = Array.from({ length: count }, (_, number) => {
    const contourCount = contourCounts.i16();
    if (contourCount >= 0) return readSimple(contourCount);
    const { parts, hasInstructions } = readParts(composites);
    if (hasInstructions) ways.u16Short();
    composed.set(number, parts);
    return [];
  });

  function resolve(number: number, depth: number): Glyph {
    const parts = composed.get(number);
    if (!parts) return glyphs[number] ?? [];
    if (depth > 4) return [];
    return parts.flatMap(({ glyph, dx, dy }) =>
      resolve(glyph, depth + 1).map((contour) =>
        contour.map(({ x, y, isOnCurve }) => ({ x: x + dx, y: y + dy, isOnCurve })),
      ),
    );
  }
  return glyphs.map((_, number) => resolve(number, 0));
}

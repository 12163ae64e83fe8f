import { dimensions } from './dimension.ts';
import { NewerFormatError, VERSION_1_DIMENSIONS } from './stored-format.ts';

// Version 2, little endian:
// - the width of counts (u8) and the number of sections (u8); dimensions after the last section have no counts
// - the number of entries of each section (u16)
// - the entries by section, sorted by word: the word (u32), and the count (u16, or u48 in all entries once one needs more)
// Version 1 has no number of sections; it always had ten. Its widths are 1 and 2, so the first byte tells the versions apart.
const NARROW_1 = 1;
const WIDE_1 = 2;
const SIZES_1 = 1;

/** The first byte of a block whose counts have two bytes. */
export const NARROW = 3;
/** The first byte of a block whose counts have six bytes. */
export const WIDE = 4;
/** Where the numbers of entries begin. */
export const SIZES = 2;
/** Where the entries of a block with this many sections begin. */
export function headerOf(sections: number): number {
  return SIZES + 2 * sections;
}

/** Converts a block of any version to the newest one; it keeps its number of sections. */
export function toNewestCounts(bytes: Uint8Array): Uint8Array {
  // No destructuring: it would create an iterator for each of thousands of blocks.
  const first = bytes[0];
  const second = bytes[1];
  if (first === undefined) return bytes;
  if (first === NARROW || first === WIDE) {
    if ((second ?? 0) > dimensions.length) throw new NewerFormatError('A rollup');
    return bytes;
  }
  if (first !== NARROW_1 && first !== WIDE_1) throw new NewerFormatError('A rollup');
  const newest = new Uint8Array(bytes.length + SIZES - SIZES_1);
  newest[0] = first === WIDE_1 ? WIDE : NARROW;
  newest[1] = VERSION_1_DIMENSIONS;
  newest.set(bytes.subarray(SIZES_1), SIZES);
  return newest;
}

import { dimensions } from './dimension.ts';
import { NewerFormatError, VERSION_1_DIMENSIONS } from './stored-format.ts';

// Version 2, little endian:
// - the width of counts (u8) and the number of sections (u8)
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
/** Where the entries begin. */
export const HEADER = SIZES + 2 * dimensions.length;

/** Converts a block of any version to the newest one; a dimension that was added later has no entries. */
export function toNewestCounts(bytes: Uint8Array): Uint8Array {
  // No destructuring: it would create an iterator for each of thousands of blocks.
  const first = bytes[0];
  const second = bytes[1];
  if (first === undefined || (second === dimensions.length && (first === NARROW || first === WIDE))) return bytes;
  const isVersion1 = first === NARROW_1 || first === WIDE_1;
  const sections = isVersion1 ? VERSION_1_DIMENSIONS : (second ?? 0);
  const isKnown = isVersion1 || first === NARROW || first === WIDE;
  if (!isKnown || sections > dimensions.length) throw new NewerFormatError('A rollup');
  const sizes = isVersion1 ? SIZES_1 : SIZES;
  const entries = sizes + 2 * sections;
  const newest = new Uint8Array(HEADER + bytes.length - entries);
  newest[0] = first === WIDE_1 || first === WIDE ? WIDE : NARROW;
  newest[1] = dimensions.length;
  newest.set(bytes.subarray(sizes, entries), SIZES);
  newest.set(bytes.subarray(entries), HEADER);
  return newest;
}

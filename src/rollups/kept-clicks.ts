import { type Dimension, dimensionIndex, dimensions } from './dimension.ts';
import { readU32, readU48, writeU32, writeU48 } from './little-endian.ts';
import { NewerFormatError, VERSION_1_DIMENSIONS } from './stored-format.ts';

/** One click as it is remembered, without an address; the dimensions are words, 0 where there is none. */
export interface KeptClick extends Record<Dimension, number> {
  /** Epoch milliseconds. */
  at: number;
  /** 48 bits. */
  visitor: number;
}

// Version 2, little endian: the version (u8), the number of dimensions (u8), then records of one size: when (u48), who (u48), and the
// word of each dimension (u32). Version 1: the same without the number of dimensions, which was ten.
const VERSION = 2;
const HEADER = 2;
const VERSION_1 = 1;
const HEADER_1 = 1;
const VISITOR = 6;
const WORDS = 12;
const RECORD = WORDS + 4 * dimensions.length;

/** Reads stored clicks of any version field by field, so that a search over millions of them makes no object for each. */
export class KeptScan {
  readonly count: number;
  /** Where the records begin, and how long each is. */
  readonly header: number;
  readonly record: number;
  readonly #dimensionCount: number;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    const version = bytes[0] ?? VERSION;
    const dimensionCount = bytes[1] ?? dimensions.length;
    const isVersion1 = version === VERSION_1;
    this.header = isVersion1 ? HEADER_1 : HEADER;
    this.#dimensionCount = isVersion1 ? VERSION_1_DIMENSIONS : dimensionCount;
    const isKnown = isVersion1 || version === VERSION;
    if (!isKnown || this.#dimensionCount > dimensions.length) throw new NewerFormatError('A row of kept clicks');
    this.record = WORDS + 4 * this.#dimensionCount;
    this.count = bytes.byteLength === 0 ? 0 : (bytes.byteLength - this.header) / this.record;
    this.#bytes = bytes;
  }

  at(index: number): number {
    return readU48(this.#bytes, this.header + index * this.record);
  }

  visitor(index: number): number {
    return readU48(this.#bytes, this.header + index * this.record + VISITOR);
  }

  /** 0 where there is none, and for a dimension that was added after the click was stored. */
  word(index: number, dimension: Dimension): number {
    const place = dimensionIndex[dimension];
    if (place >= this.#dimensionCount) return 0;
    return readU32(this.#bytes, this.header + index * this.record + WORDS + 4 * place);
  }
}

/** How many clicks the bytes hold. */
export function countKept(bytes: Uint8Array): number {
  return new KeptScan(bytes).count;
}

/** One click in full; oldest are first. */
export function readKept(bytes: Uint8Array, index: number): KeptClick {
  const scan = new KeptScan(bytes);
  const click = { at: scan.at(index), visitor: scan.visitor(index) } as KeptClick;
  for (const dimension of dimensions) click[dimension] = scan.word(index, dimension);
  return click;
}

/** The bytes of clicks of any version in the newest one. */
function toNewestKept(bytes: Uint8Array): Uint8Array {
  if (bytes[0] === VERSION && bytes[1] === dimensions.length) return bytes;
  const { count, header, record } = new KeptScan(bytes);
  const newest = new Uint8Array(HEADER + count * RECORD);
  for (let index = 0; index < count; index += 1) {
    const from = header + index * record;
    newest.set(bytes.subarray(from, from + record), HEADER + index * RECORD);
  }
  newest[0] = VERSION;
  newest[1] = dimensions.length;
  return newest;
}

/** Bytes with no click in them. */
export const NO_KEPT_CLICKS = new Uint8Array([VERSION, dimensions.length]);

/** How many bytes a click takes, without those of the header. */
export const KEPT_CLICK_BYTES = RECORD;

/** Writes when a click was made and by whom, at an offset with KEPT_CLICK_BYTES free bytes. */
export function writeKeptClick(bytes: Uint8Array, offset: number, at: number, visitor: number): void {
  writeU48(bytes, offset, at);
  writeU48(bytes, offset + VISITOR, visitor);
}

/** Writes the word of one dimension of the click at an offset. */
export function writeKeptWord(bytes: Uint8Array, offset: number, section: number, word: number): void {
  writeU32(bytes, offset + WORDS + 4 * section, word);
}

/** New bytes with these clicks, written by `writeKeptClick` and `writeKeptWord`, after those that are there. */
export function appendKept(bytes: Uint8Array, clicks: Uint8Array): Uint8Array {
  const newest = toNewestKept(bytes);
  const appended = new Uint8Array(newest.byteLength + clicks.byteLength);
  appended.set(newest);
  appended.set(clicks, newest.byteLength);
  return appended;
}

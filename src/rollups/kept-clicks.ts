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

export function encodeKept(clicks: KeptClick[]): Uint8Array {
  return appendKept(new Uint8Array(0), clicks);
}

/** New bytes with these clicks after those that are there. */
export function appendKept(bytes: Uint8Array, clicks: KeptClick[]): Uint8Array {
  const newest = toNewestKept(bytes);
  let offset = newest.byteLength;
  const appended = new Uint8Array(offset + clicks.length * RECORD);
  appended.set(newest);
  for (const click of clicks) {
    writeU48(appended, offset, click.at);
    writeU48(appended, offset + VISITOR, click.visitor);
    for (let index = 0, at = offset + WORDS; index < dimensions.length; index += 1, at += 4) {
      writeU32(appended, at, click[dimensions[index] as Dimension]);
    }
    offset += RECORD;
  }
  return appended;
}

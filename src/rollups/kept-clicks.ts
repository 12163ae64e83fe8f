import { type Dimension, dimensionIndex, dimensions } from './dimension.ts';
import { readU32, readU48, writeU32, writeU48 } from './little-endian.ts';
import { NewerFormatError, VERSION_1_DIMENSIONS } from './stored-format.ts';

/** A stored click without its address; the dimensions are word ids, 0 if there is no value. */
export interface KeptClick extends Record<Dimension, number> {
  /** Epoch milliseconds. */
  at: number;
  /** A keyed hash of 48 bits. */
  visitor: number;
}

/** The visitor of an imported click whose source does not tell visitors apart. */
export const NO_VISITOR = 0;

// Version 2, little endian:
// - the version (u8) and the number of dimensions (u8); the clicks have no values of later dimensions
// - records of equal size: the time (u48), the visitor (u48), and the word of each dimension (u32)
// Version 1 has no number of dimensions; it always had ten.
const VERSION = 2;
const HEADER = 2;
const VERSION_1 = 1;
const HEADER_1 = 1;
const VISITOR = 6;
const WORDS = 12;

/** The size of a click with the words of this many dimensions, without the header. */
export function keptClickBytes(dimensionCount: number): number {
  return WORDS + 4 * dimensionCount;
}

/** The accepted words of one dimension; 0 accepts clicks without a value. */
export interface WordTest {
  dimension: Dimension;
  words: readonly number[];
}

/** Reads single fields of stored clicks of any version, so that a search over millions of clicks allocates no objects. */
export class KeptScan {
  readonly count: number;
  /** The offset of the first record, and the size of a record. */
  readonly header: number;
  readonly record: number;
  readonly dimensionCount: number;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    const version = bytes[0] ?? VERSION;
    const dimensionCount = bytes[1] ?? 0;
    const isVersion1 = version === VERSION_1;
    this.header = isVersion1 ? HEADER_1 : HEADER;
    this.dimensionCount = isVersion1 ? VERSION_1_DIMENSIONS : dimensionCount;
    const isKnown = isVersion1 || version === VERSION;
    if (!isKnown || this.dimensionCount > dimensions.length) throw new NewerFormatError('A row of kept clicks');
    this.record = keptClickBytes(this.dimensionCount);
    this.count = bytes.byteLength === 0 ? 0 : (bytes.byteLength - this.header) / this.record;
    this.#bytes = bytes;
  }

  at(index: number): number {
    return readU48(this.#bytes, this.header + index * this.record);
  }

  visitor(index: number): number {
    return readU48(this.#bytes, this.header + index * this.record + VISITOR);
  }

  /** 0 if there is no value, or if the dimension was added after the click was stored. */
  word(index: number, dimension: Dimension): number {
    const place = dimensionIndex[dimension];
    if (place >= this.dimensionCount) return 0;
    return readU32(this.#bytes, this.header + index * this.record + WORDS + 4 * place);
  }

  /** Whether any click has a value of this dimension. */
  hasWords(dimension: Dimension): boolean {
    for (let index = 0; index < this.count; index += 1) if (this.word(index, dimension) !== 0) return true;
    return false;
  }

  /** Passes the words of these clicks in a dimension to `add`, 0 where there is none. */
  forEachWord(dimension: Dimension, indexes: readonly number[], add: (word: number) => void): void {
    const place = dimensionIndex[dimension];
    if (place >= this.dimensionCount) return;
    const [bytes, record, offset] = [this.#bytes, this.record, this.header + WORDS + 4 * place];
    for (const index of indexes) add(readU32(bytes, offset + index * record));
  }

  /** The indexes of the clicks that pass all tests, oldest first. */
  findMatching(tests: readonly WordTest[]): number[] {
    let found: number[] | undefined;
    for (const { dimension, words } of tests) {
      const [only = 0] = words;
      found = words.length === 1 ? this.#findWord(dimension, only, found) : this.#findAny(dimension, words, found);
      if (found.length === 0) break;
    }
    return found ?? Array.from({ length: this.count }, (_, index) => index);
  }

  /** The indexes of the clicks with this word, among `indexes` or among all. One dimension at a time: most clicks fail the first test. */
  #findWord(dimension: Dimension, word: number, indexes: number[] | undefined): number[] {
    if (indexes) return indexes.filter((index) => this.word(index, dimension) === word);
    const place = dimensionIndex[dimension];
    if (place >= this.dimensionCount) return word === 0 ? Array.from({ length: this.count }, (_, index) => index) : [];
    const found: number[] = [];
    const [bytes, record, lowest] = [this.#bytes, this.record, word & 0xff];
    let offset = this.header + WORDS + 4 * place;
    for (let index = 0; index < this.count; index += 1, offset += record) {
      // Comparing one byte first is twice as fast as reading every word.
      if (bytes[offset] === lowest && readU32(bytes, offset) === word) found.push(index);
    }
    return found;
  }

  #findAny(dimension: Dimension, words: readonly number[], indexes: number[] | undefined): number[] {
    const wanted = new Set(words);
    const all = indexes ?? Array.from({ length: this.count }, (_, index) => index);
    return all.filter((index) => wanted.has(this.word(index, dimension)));
  }
}

/** The number of clicks in the bytes. */
export function countKept(bytes: Uint8Array): number {
  return new KeptScan(bytes).count;
}

/** Reads all fields of one click; the oldest click has the index 0. */
export function readKept(bytes: Uint8Array, index: number): KeptClick {
  const scan = new KeptScan(bytes);
  const click = { at: scan.at(index), visitor: scan.visitor(index) } as KeptClick;
  for (const dimension of dimensions) click[dimension] = scan.word(index, dimension);
  return click;
}

/** Clicks to append: records with the words of the first `dimensionCount` dimensions, in the format of `writeKeptClick`. */
export interface KeptRecords {
  dimensionCount: number;
  bytes: Uint8Array;
}

/** Where records are, and the size of each. */
interface RecordPlace {
  bytes: Uint8Array;
  offset: number;
  size: number;
}

/** Copies records to a place with records of another size; the words of missing dimensions stay 0. */
function copyRecords(from: RecordPlace, to: RecordPlace, count: number): void {
  if (count === 0) return;
  const shared = Math.min(from.size, to.size);
  const [copied, steps] = from.size === to.size ? [shared * count, 1] : [shared, count];
  for (let step = 0; step < steps; step += 1) {
    const start = from.offset + step * from.size;
    // A view costs more than the copy of a few clicks.
    const taken = copied === from.bytes.length ? from.bytes : from.bytes.subarray(start, start + copied);
    to.bytes.set(taken, to.offset + step * to.size);
  }
}

function newKept(dimensionCount: number, clicks: number): Uint8Array {
  const bytes = new Uint8Array(HEADER + clicks * keptClickBytes(dimensionCount));
  bytes[0] = VERSION;
  bytes[1] = dimensionCount;
  return bytes;
}

/** Removes the last dimensions if no click has a value of them, such as UTM parameters. For clicks that no longer change. */
export function trimKept(bytes: Uint8Array): Uint8Array {
  const scan = new KeptScan(bytes);
  let used = scan.dimensionCount;
  while (used > 0 && !scan.hasWords(dimensions[used - 1] as Dimension)) used -= 1;
  if (used === scan.dimensionCount) return bytes;
  const trimmed = newKept(used, scan.count);
  const to = { bytes: trimmed, offset: HEADER, size: keptClickBytes(used) };
  copyRecords({ bytes, offset: scan.header, size: scan.record }, to, scan.count);
  return trimmed;
}

/** The stored form of no clicks. */
export const NO_KEPT_CLICKS = newKept(0, 0);

/** Writes the time and the visitor of a click; there must be `keptClickBytes` free bytes at the offset. */
export function writeKeptClick(bytes: Uint8Array, offset: number, at: number, visitor: number): void {
  writeU48(bytes, offset, at);
  writeU48(bytes, offset + VISITOR, visitor);
}

/** Writes the word of one dimension of the click at an offset. */
export function writeKeptWord(bytes: Uint8Array, offset: number, section: number, word: number): void {
  writeU32(bytes, offset + WORDS + 4 * section, word);
}

/** Returns a copy of `bytes`, of any version, with these clicks appended. It has the dimensions that either of both has. */
export function appendKept(bytes: Uint8Array, clicks: KeptRecords): Uint8Array {
  const scan = new KeptScan(bytes);
  const added = { bytes: clicks.bytes, offset: 0, size: keptClickBytes(clicks.dimensionCount) };
  const addedCount = clicks.bytes.byteLength / added.size;
  const dimensionCount = Math.max(scan.dimensionCount, clicks.dimensionCount);
  const size = keptClickBytes(dimensionCount);
  const appended = newKept(dimensionCount, scan.count + addedCount);
  copyRecords({ bytes, offset: scan.header, size: scan.record }, { bytes: appended, offset: HEADER, size }, scan.count);
  copyRecords(added, { bytes: appended, offset: HEADER + scan.count * size, size }, addedCount);
  return appended;
}

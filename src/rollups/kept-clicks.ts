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
const RECORD = WORDS + 4 * dimensions.length;

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

  /** 0 if there is no value, or if the dimension was added after the click was stored. */
  word(index: number, dimension: Dimension): number {
    const place = dimensionIndex[dimension];
    if (place >= this.#dimensionCount) return 0;
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
    if (place >= this.#dimensionCount) return;
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
    if (place >= this.#dimensionCount) return word === 0 ? Array.from({ length: this.count }, (_, index) => index) : [];
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

/** Copies clicks of any version into records of this many dimensions. */
function copyRecords(bytes: Uint8Array, dimensionCount: number): Uint8Array {
  const { count, header, record } = new KeptScan(bytes);
  const size = WORDS + 4 * dimensionCount;
  const copy = new Uint8Array(HEADER + count * size);
  for (let index = 0; index < count; index += 1) {
    const from = header + index * record;
    copy.set(bytes.subarray(from, from + Math.min(record, size)), HEADER + index * size);
  }
  copy[0] = VERSION;
  copy[1] = dimensionCount;
  return copy;
}

/** Converts clicks of any version to the newest one. */
function toNewestKept(bytes: Uint8Array): Uint8Array {
  if (bytes[0] === VERSION && bytes[1] === dimensions.length) return bytes;
  return copyRecords(bytes, dimensions.length);
}

/** Removes the last dimensions if no click has a value of them, such as UTM parameters. For clicks that no longer change. */
export function trimKept(bytes: Uint8Array): Uint8Array {
  const scan = new KeptScan(bytes);
  let used = dimensions.length;
  while (used > 0 && !scan.hasWords(dimensions[used - 1] as Dimension)) used -= 1;
  return used < dimensions.length ? copyRecords(bytes, used) : bytes;
}

/** The stored form of no clicks. */
export const NO_KEPT_CLICKS = new Uint8Array([VERSION, dimensions.length]);

/** The size of one click, without the header. */
export const KEPT_CLICK_BYTES = RECORD;

/** Writes the time and the visitor of a click; there must be KEPT_CLICK_BYTES free bytes at the offset. */
export function writeKeptClick(bytes: Uint8Array, offset: number, at: number, visitor: number): void {
  writeU48(bytes, offset, at);
  writeU48(bytes, offset + VISITOR, visitor);
}

/** Writes the word of one dimension of the click at an offset. */
export function writeKeptWord(bytes: Uint8Array, offset: number, section: number, word: number): void {
  writeU32(bytes, offset + WORDS + 4 * section, word);
}

/** Returns a copy of `bytes` with these clicks appended, which `writeKeptClick` and `writeKeptWord` wrote. */
export function appendKept(bytes: Uint8Array, clicks: Uint8Array): Uint8Array {
  const newest = toNewestKept(bytes);
  const appended = new Uint8Array(newest.byteLength + clicks.byteLength);
  appended.set(newest);
  appended.set(clicks, newest.byteLength);
  return appended;
}

import { dimensions } from './dimension.ts';
import { GrowingBytes } from './growing-bytes.ts';
import { readU16, readU32, readU48, writeU16, writeU32, writeU48 } from './little-endian.ts';
import type { CountList, WordSums } from './word-sums.ts';

// The first byte tells how wide counts are; then how many entries each section has (u16), then the entries,
// section by section and sorted by word: the word (u32) and the count (u16, or u48 once one has outgrown that).
const NARROW = 1;
const WIDE = 2;
const NARROW_WIDTH = 6;
const WIDE_WIDTH = 10;
const MAX_NARROW = 65_535;
const HEADER = 1 + 2 * dimensions.length;

/** The counts of a page, a section for each dimension; they are read and changed in their stored form. */
export class CountBlock {
  readonly #stored: GrowingBytes;

  constructor(bytes: Uint8Array | null) {
    this.#stored = new GrowingBytes(bytes);
  }

  encode(): Uint8Array {
    return this.#stored.share();
  }

  /** How many words a section has. */
  size(section: number): number {
    return this.#stored.length === 0 ? 0 : readU16(this.#stored.bytes, 1 + 2 * section);
  }

  has(section: number, word: number): boolean {
    return this.#find(section, word) > 0;
  }

  add(section: number, word: number, count: number): void {
    if (this.#stored.length === 0) this.#begin();
    const offset = this.#find(section, word);
    const sum = offset > 0 ? this.#count(offset) + count : count;
    if (sum > MAX_NARROW && !this.#isWide()) {
      this.#widen();
      this.add(section, word, count);
    } else if (offset > 0) {
      this.#stored.own();
      this.#setCount(offset, sum);
    } else {
      this.#stored.insert(-offset, this.#width());
      writeU16(this.#stored.bytes, 1 + 2 * section, this.size(section) + 1);
      writeU32(this.#stored.bytes, -offset, word);
      this.#setCount(-offset, sum);
    }
  }

  /** Adds the counts of a section to the sums. */
  sumInto(sums: WordSums, section: number): void {
    const size = this.size(section);
    if (size === 0) return;
    const { bytes } = this.#stored;
    const isWide = this.#isWide();
    const width = this.#width();
    const start = this.#start(section);
    for (let offset = start; offset < start + size * width; offset += width) {
      sums.add(readU32(bytes, offset), isWide ? readU48(bytes, offset + 4) : readU16(bytes, offset + 4));
    }
  }

  /** The counts of a section. */
  list(section: number): CountList {
    const size = this.size(section);
    const [words, counts] = [new Uint32Array(size), new Float64Array(size)];
    if (size === 0) return { words, counts };
    const { bytes } = this.#stored;
    const isWide = this.#isWide();
    const width = this.#width();
    for (let place = 0, offset = this.#start(section); place < size; place += 1, offset += width) {
      words[place] = readU32(bytes, offset);
      counts[place] = isWide ? readU48(bytes, offset + 4) : readU16(bytes, offset + 4);
    }
    return { words, counts };
  }

  #isWide(): boolean {
    return this.#stored.bytes[0] === WIDE;
  }

  #width(): number {
    return this.#isWide() ? WIDE_WIDTH : NARROW_WIDTH;
  }

  #count(offset: number): number {
    const { bytes } = this.#stored;
    return this.#isWide() ? readU48(bytes, offset + 4) : readU16(bytes, offset + 4);
  }

  #setCount(offset: number, count: number): void {
    const { bytes } = this.#stored;
    if (this.#isWide()) writeU48(bytes, offset + 4, count);
    else writeU16(bytes, offset + 4, count);
  }

  #start(section: number): number {
    let before = 0;
    for (let offset = 1; offset <= 2 * section; offset += 2) before += readU16(this.#stored.bytes, offset);
    return HEADER + before * this.#width();
  }

  /** Where the word's entry begins; where it would have to begin, made negative, if it is missing. */
  #find(section: number, word: number): number {
    if (this.#stored.length === 0) return -HEADER;
    const { bytes } = this.#stored;
    const width = this.#width();
    const start = this.#start(section);
    let low = 0;
    let high = this.size(section);
    while (low < high) {
      const middle = (low + high) >>> 1;
      const found = readU32(bytes, start + middle * width);
      if (found === word) return start + middle * width;
      if (found < word) low = middle + 1;
      else high = middle;
    }
    return -(start + low * width);
  }

  #begin(): void {
    this.#stored.insert(0, HEADER);
    this.#stored.bytes[0] = NARROW;
  }

  #widen(): void {
    const { bytes, length } = this.#stored;
    const entries = (length - HEADER) / NARROW_WIDTH;
    const wide = new Uint8Array(HEADER + entries * WIDE_WIDTH);
    wide.set(bytes.subarray(0, HEADER));
    wide[0] = WIDE;
    for (let from = HEADER, to = HEADER; from < length; from += NARROW_WIDTH, to += WIDE_WIDTH) {
      wide.set(bytes.subarray(from, from + NARROW_WIDTH), to);
    }
    this.#stored.replace(wide, 'own');
  }
}

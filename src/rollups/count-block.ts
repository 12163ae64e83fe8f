import { headerOf, NARROW, SIZES, toNewestCounts, WIDE } from './count-block.format.ts';
import { GrowingBytes } from './growing-bytes.ts';
import { readU16, readU32, readU48, writeU16, writeU32, writeU48 } from './little-endian.ts';
import { type CountList, OTHER, type WordSums } from './word-sums.ts';

const NARROW_WIDTH = 6;
const WIDE_WIDTH = 10;
const MAX_NARROW = 65_535;

/** Counts to add, sorted by section and then by word, without duplicates. */
export interface SortedCounts {
  readonly sections: ArrayLike<number>;
  readonly words: ArrayLike<number>;
  readonly counts: ArrayLike<number>;
}

/** A count without an entry yet: its index in the added counts, and the index of the entry to insert it before. */
interface Missing {
  place: number;
  before: number;
}

/** The counts of a rollup, with a section for each dimension; reads and changes the stored bytes directly. */
export class CountBlock {
  readonly #stored: GrowingBytes;

  constructor(bytes: Uint8Array | null) {
    this.#stored = new GrowingBytes(bytes && toNewestCounts(bytes));
  }

  encode(): Uint8Array {
    return this.#stored.share();
  }

  /** How many words a section has. */
  size(section: number): number {
    return section < this.#sections() ? readU16(this.#stored.bytes, SIZES + 2 * section) : 0;
  }

  /** How many words a section has, not counting OTHER, which is always its first entry. */
  wordCount(section: number): number {
    const size = this.size(section);
    return size > 0 && readU32(this.#stored.bytes, this.#offset(this.#first(section))) === OTHER ? size - 1 : size;
  }

  has(section: number, word: number): boolean {
    const { bytes } = this.#stored;
    const first = this.#first(section);
    const end = first + this.size(section);
    const index = findEntry(bytes, this.#header(), this.#width(), first, end, word);
    return index < end && readU32(bytes, this.#offset(index)) === word;
  }

  /** Adds counts. If a section has no room for all new words, those with the highest ids are counted as OTHER. */
  addAll(added: SortedCounts, maxWords: number): void {
    if (added.sections.length === 0) return;
    if (this.#stored.length === 0) {
      if (this.#fill(added, maxWords)) return;
      this.#begin();
    }
    this.#stored.own();
    const { sections, words, counts } = added;
    this.#addSections((sections[sections.length - 1] as number) + 1);
    const header = this.#header();
    const missing: Missing[] = [];
    const others: [section: number, count: number][] = [];
    let place = 0;
    while (place < sections.length) {
      const section = sections[place] as number;
      let index = this.#first(section);
      const end = index + this.size(section);
      let room = maxWords - this.wordCount(section);
      let other = 0;
      for (; sections[place] === section; place += 1) {
        const word = words[place] as number;
        const { bytes } = this.#stored;
        const width = this.#width();
        index = findEntry(bytes, header, width, index, end, word);
        const offset = header + index * width;
        if (index < end && readU32(bytes, offset) === word) {
          const sum = readCount(bytes, offset, width) + (counts[place] as number);
          // The usual case, without finding the entry again.
          if (width === NARROW_WIDTH && sum <= MAX_NARROW) writeU16(bytes, offset + 4, sum);
          else this.#setCount(index, sum);
        } else if (word === OTHER || room-- > 0) missing.push({ place, before: index });
        else other += counts[place] as number;
      }
      if (other > 0) others.push([section, other]);
    }
    this.#insert(missing, added);
    for (const [section, count] of others)
      this.addAll({ sections: [section], words: [OTHER], counts: [count] }, maxWords);
  }

  /** Adds the counts of a section to the sums. */
  sumInto(sums: WordSums, section: number): void {
    const size = this.size(section);
    if (size === 0) return;
    const { bytes } = this.#stored;
    const width = this.#width();
    const start = this.#offset(this.#first(section));
    for (let offset = start; offset < start + size * width; offset += width) {
      sums.add(readU32(bytes, offset), readCount(bytes, offset, width));
    }
  }

  /** The counts of a section. */
  list(section: number): CountList {
    const size = this.size(section);
    const [words, counts] = [new Uint32Array(size), new Float64Array(size)];
    const { bytes } = this.#stored;
    const width = this.#width();
    let offset = this.#offset(this.#first(section));
    for (let place = 0; place < size; place += 1, offset += width) {
      words[place] = readU32(bytes, offset);
      counts[place] = readCount(bytes, offset, width);
    }
    return { words, counts };
  }

  /** Calls `see` with every word that is counted in any section. */
  forEachWord(see: (word: number) => void): void {
    const { bytes, length } = this.#stored;
    const width = this.#width();
    for (let offset = this.#header(); offset < length; offset += width) see(readU32(bytes, offset));
  }

  #width(): number {
    return this.#stored.bytes[0] === WIDE ? WIDE_WIDTH : NARROW_WIDTH;
  }

  /** The dimensions after these have no counts. */
  #sections(): number {
    return this.#stored.bytes[1] ?? 0;
  }

  #header(): number {
    return headerOf(this.#sections());
  }

  #offset(index: number): number {
    return this.#header() + index * this.#width();
  }

  /** The index of a section's first entry. */
  #first(section: number): number {
    if (this.#stored.length === 0) return 0;
    const { bytes } = this.#stored;
    let before = 0;
    const end = headerOf(Math.min(section, this.#sections()));
    for (let offset = SIZES; offset < end; offset += 2) before += readU16(bytes, offset);
    return before;
  }

  #setCount(index: number, count: number): void {
    if (count > MAX_NARROW && this.#width() === NARROW_WIDTH) this.#widen();
    const offset = this.#offset(index) + 4;
    if (this.#width() === WIDE_WIDTH) writeU48(this.#stored.bytes, offset, count);
    else writeU16(this.#stored.bytes, offset, count);
  }

  /** Inserts entries from the last to the first, so that each existing entry moves only once. */
  #insert(missing: Missing[], { sections, words, counts }: SortedCounts): void {
    let end = (this.#stored.length - this.#header()) / this.#width();
    if (missing.length > 0) this.#stored.insert(this.#stored.length, missing.length * this.#width());
    for (let left = missing.length - 1; left >= 0; left -= 1) {
      const { place, before } = missing[left] as Missing;
      const { bytes } = this.#stored;
      const index = before + left;
      if (before < end) bytes.copyWithin(this.#offset(index + 1), this.#offset(before), this.#offset(end));
      end = before;
      writeU32(bytes, this.#offset(index), words[place] as number);
      const section = sections[place] as number;
      writeU16(bytes, SIZES + 2 * section, this.size(section) + 1);
      this.#setCount(index, counts[place] as number);
    }
  }

  /** Fills an empty block in one pass; false, without a change, if a section has no room for all words. */
  #fill({ sections, words, counts }: SortedCounts, maxWords: number): boolean {
    const size = sections.length;
    let isWide = false;
    const used = (sections[size - 1] as number) + 1;
    const header = headerOf(used);
    const bytes = new Uint8Array(header + size * NARROW_WIDTH);
    for (let index = 0, inSection = 0; index < size; index += 1) {
      const section = sections[index] as number;
      inSection = index > 0 && sections[index - 1] === section ? inSection + 1 : 1;
      if (inSection > maxWords) return false;
      if ((counts[index] as number) > MAX_NARROW) isWide = true;
      writeU16(bytes, SIZES + 2 * section, inSection);
      const offset = header + index * NARROW_WIDTH;
      writeU32(bytes, offset, words[index] as number);
      writeU16(bytes, offset + 4, counts[index] as number);
    }
    if (isWide) return false;
    bytes[0] = NARROW;
    bytes[1] = used;
    this.#stored.replace(bytes, 'own');
    return true;
  }

  #begin(): void {
    this.#stored.insert(0, headerOf(0));
    this.#stored.bytes[0] = NARROW;
    this.#stored.bytes[1] = 0;
  }

  /** Adds empty sections until there are this many. */
  #addSections(wanted: number): void {
    const [from, to] = [this.#header(), headerOf(wanted)];
    if (from >= to) return;
    this.#stored.insert(from, to - from);
    this.#stored.bytes.fill(0, from, to);
    this.#stored.bytes[1] = wanted;
  }

  #widen(): void {
    const { bytes, length } = this.#stored;
    const header = this.#header();
    const entries = (length - header) / NARROW_WIDTH;
    const wide = new Uint8Array(header + entries * WIDE_WIDTH);
    wide.set(bytes.subarray(0, header));
    wide[0] = WIDE;
    for (let from = header, to = header; from < length; from += NARROW_WIDTH, to += WIDE_WIDTH) {
      wide.set(bytes.subarray(from, from + NARROW_WIDTH), to);
    }
    this.#stored.replace(wide, 'own');
  }
}

function readCount(bytes: Uint8Array, offset: number, width: number): number {
  return width === WIDE_WIDTH ? readU48(bytes, offset + 4) : readU16(bytes, offset + 4);
}

/** The first entry from `first` to `end` whose word is equal or higher. */
function findEntry(bytes: Uint8Array, header: number, width: number, first: number, end: number, word: number): number {
  let low = first;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (readU32(bytes, header + middle * width) < word) low = middle + 1;
    else high = middle;
  }
  return low;
}

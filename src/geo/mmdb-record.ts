import { type Bytes, SPAN } from './mmdb-bytes.ts';

/** One step into a record: the name of a field, or an index in a list. */
export type Step = Buffer | number;

const POINTER = 1;
const STRING = 2;
const MAP = 7;
const ARRAY = 11;
const BOOLEAN = 14;
const UNSIGNED = [5, 6, 9];

const SIZE_STARTS = [0, 29, 285, 65_821];
const POINTER_STARTS = [0, 0, 2048, 526_336];

// The record of a city has a few dozen values. More than this means a damaged file.
const MAX_VALUES = 4096;

/**
 * Reads single fields from the data section of MaxMind's format; pointers are relative to `base`. It decodes only what is
 * requested, and allocates only the text that it returns.
 */
export class RecordReader {
  readonly #bytes: Bytes;
  readonly #base: number;
  // The result of `#open`: type and size of the value, and where its content and the data after a pointer to it begin.
  #type = 0;
  #size = 0;
  #content = 0;
  #after = 0;

  constructor(bytes: Bytes, base: number) {
    this.#bytes = bytes;
    this.#base = base;
  }

  /** The text at the end of the steps; empty if there is none. */
  readText(record: number, steps: readonly Step[]): string {
    if (!this.#follow(record, steps) || this.#type !== STRING || this.#size > SPAN) return '';
    const at = this.#bytes.locate(this.#content);
    return this.#bytes.pool.toString('utf8', at, at + this.#size);
  }

  /** The unsigned number at the end of the steps; undefined if there is none, or if it has more than 48 bits. */
  readNumber(record: number, steps: readonly Step[]): number | undefined {
    if (!this.#follow(record, steps) || !UNSIGNED.includes(this.#type) || this.#size > 6) return undefined;
    const at = this.#bytes.locate(this.#content);
    return this.#size === 0 ? 0 : this.#bytes.pool.readUIntBE(at, this.#size);
  }

  #follow(record: number, steps: readonly Step[]): boolean {
    let at = record;
    for (const step of steps) {
      at = typeof step === 'number' ? this.#findItem(at, step) : this.#findField(at, step);
      if (at === -1) return false;
    }
    this.#open(at);
    return true;
  }

  #findItem(list: number, index: number): number {
    this.#open(list);
    return this.#type === ARRAY && index < this.#size ? this.#skip(this.#content, index) : -1;
  }

  #findField(map: number, name: Buffer): number {
    this.#open(map);
    if (this.#type !== MAP || this.#size > MAX_VALUES) return -1;
    let at = this.#content;
    for (let left = this.#size; left > 0 && at !== -1; left--) {
      this.#open(at);
      const value = this.#after;
      if (this.#isText(name)) return value;
      at = this.#skip(value, 1);
    }
    return -1;
  }

  #isText(text: Buffer): boolean {
    if (this.#type !== STRING || this.#size !== text.length) return false;
    const at = this.#bytes.locate(this.#content);
    for (let index = 0; index < text.length; index++) {
      if (this.#bytes.pool[at + index] !== text[index]) return false;
    }
    return true;
  }

  /** The offset after this many values including their contents, or -1. */
  #skip(offset: number, count: number): number {
    let at = offset;
    let left = count;
    for (let seen = 0; left > 0; seen++, left--) {
      if (seen === MAX_VALUES || left > MAX_VALUES) return -1;
      const isPointer = this.#read(at);
      at = this.#after;
      if (isPointer) continue;
      if (this.#type === MAP) left += 2 * this.#size;
      else if (this.#type === ARRAY) left += this.#size;
    }
    return at;
  }

  /** Reads the head of a value. Follows one pointer: the format does not allow a pointer to a pointer. */
  #open(offset: number): void {
    if (!this.#read(offset)) return;
    const after = this.#after;
    this.#read(this.#content);
    this.#after = after;
  }

  #read(offset: number): boolean {
    const { view } = this.#bytes;
    const start = this.#bytes.locate(offset);
    const control = view.getUint8(start);
    this.#type = control >> 5;
    if (this.#type === POINTER) {
      const more = ((control >> 3) & 3) + 1;
      const low = view.getUint32(start + 1) >>> (32 - 8 * more);
      // The values of each longer form start where those of the shorter form end; the longest form uses only the bytes.
      const target = more === 4 ? low : ((control & 7) << (8 * more)) + low + (POINTER_STARTS[more] ?? 0);
      this.#content = this.#base + target;
      this.#after = offset + 1 + more;
      return true;
    }
    let at = start + 1;
    if (this.#type === 0) this.#type = 7 + view.getUint8(at++);
    this.#size = control & 31;
    if (this.#size >= 29) {
      const more = this.#size - 28;
      this.#size = (SIZE_STARTS[more] ?? 0) + (view.getUint32(at) >>> (32 - 8 * more));
      at += more;
    }
    this.#content = offset + at - start;
    const isHollow = this.#type === MAP || this.#type === ARRAY || this.#type === BOOLEAN;
    this.#after = isHollow ? this.#content : this.#content + this.#size;
    return false;
  }
}

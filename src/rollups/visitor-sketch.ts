import { GrowingBytes } from './growing-bytes.ts';
import { addToRegisters, estimateBoth, estimateVisitors, REGISTER_COUNT, uniteRegisters } from './hyperloglog.ts';
import { readU48, writeU48 } from './little-endian.ts';
import { NewerFormatError } from './stored-format.ts';

/** Up to this number every visitor is stored, and the count is exact. */
export const MAX_EXACT = 1_024;

// The first byte is the format: sorted visitors of six bytes each, or registers of one byte each. A new layout gets a new number.
const EXACT = 1;
const REGISTERS = 2;
const HEADER = 1;
const WIDTH = 6;
// If one side has this many times more visitors, inserting the few costs less than merging both lists.
const FEW = 10;

// Above every visitor.
const NONE = 2 ** 48;

/** The visitor at an offset of a list; NONE after its end. */
function visitorAt(bytes: Uint8Array, offset: number, end: number): number {
  return offset < end ? readU48(bytes, offset) : NONE;
}

/** Whether bytes from elsewhere are a sketch: their format, their length, and the order of the visitors. */
export function isVisitorSketch(bytes: Uint8Array): boolean {
  if (bytes.length === 0) return true;
  if (bytes[0] === REGISTERS) return bytes.length === HEADER + REGISTER_COUNT;
  const count = (bytes.length - HEADER) / WIDTH;
  if (bytes[0] !== EXACT || !Number.isInteger(count) || count > MAX_EXACT) return false;
  for (let at = HEADER + WIDTH; at < bytes.length; at += WIDTH)
    if (readU48(bytes, at) <= readU48(bytes, at - WIDTH)) return false;
  return true;
}

/**
 * Counts unique visitors. It works directly on its stored bytes, so that reading and storing it costs almost nothing. The same
 * visitors result in the same bytes in any order.
 */
export class VisitorSketch {
  readonly #stored: GrowingBytes;

  private constructor(bytes: Uint8Array | null) {
    this.#stored = new GrowingBytes(bytes);
  }

  /** Reads a stored sketch; null or no bytes mean a sketch without visitors. */
  static decode(bytes: Uint8Array | null): VisitorSketch {
    const format = bytes?.[0] ?? EXACT;
    if (format !== EXACT && format !== REGISTERS) throw new NewerFormatError('A sketch of visitors');
    return new VisitorSketch(bytes);
  }

  /** Creates a sketch of these visitors, in any order; duplicates are allowed. */
  static of(visitors: number[]): VisitorSketch {
    const sketch = new VisitorSketch(null);
    if (visitors.length === 0) return sketch;
    const sorted = visitors.length === 1 ? visitors : Float64Array.from(visitors).sort();
    const bytes = new Uint8Array(HEADER + Math.min(sorted.length, MAX_EXACT) * WIDTH);
    bytes[0] = EXACT;
    let length = HEADER;
    for (let index = 0; index < sorted.length; index += 1) {
      const visitor = sorted[index] as number;
      if (index > 0 && visitor === sorted[index - 1]) continue;
      if (length === HEADER + MAX_EXACT * WIDTH) return VisitorSketch.#registersOf(sorted);
      writeU48(bytes, length, visitor);
      length += WIDTH;
    }
    sketch.#stored.replace(length === bytes.length ? bytes : bytes.slice(0, length), 'own');
    return sketch;
  }

  static #registersOf(visitors: ArrayLike<number> & Iterable<number>): VisitorSketch {
    const sketch = new VisitorSketch(null);
    sketch.#becomeRegisters();
    for (const visitor of visitors) addToRegisters(sketch.#stored.bytes, HEADER, visitor);
    return sketch;
  }

  encode(): Uint8Array {
    return this.#stored.share();
  }

  /** Adds a visitor: 48 bits, uniformly distributed. */
  add(visitor: number): void {
    if (this.#isExact()) this.#insert(visitor);
    else this.#addRegister(visitor);
  }

  /** Adds the visitors of the other sketch. */
  merge(other: VisitorSketch): void {
    if (other.#stored.length === 0) return;
    if (this.#stored.length === 0) this.#stored.replace(other.encode(), 'shared');
    else if (!other.#isExact()) {
      this.#becomeRegisters();
      uniteRegisters(this.#stored.bytes, other.#stored.bytes, HEADER);
    } else if (this.#isExact() && other.#exactCount() * FEW < this.#exactCount())
      other.#forEach((visitor) => this.add(visitor));
    else if (!this.#isExact() || !this.#mergeSorted(other)) {
      this.#becomeRegisters();
      other.#addAllTo(this.#stored.bytes);
    }
  }

  /**
   * A sketch without the visitors of `gone`, except those who are also in `remaining`. Registers cannot be taken apart: then the
   * result is `remaining`, or this sketch if that is unknown.
   */
  without(gone: VisitorSketch, remaining: VisitorSketch | undefined): VisitorSketch {
    const others = remaining ?? VisitorSketch.of([]);
    if (!this.#isExact() || !gone.#isExact() || !others.#isExact()) return remaining ?? this;
    const leaving = new Set(gone.#list());
    for (const visitor of others.#list()) leaving.delete(visitor);
    return VisitorSketch.of(this.#list().filter((visitor) => !leaving.has(visitor)));
  }

  /** Exact up to MAX_EXACT, then with a standard error of 0.81 %. */
  count(): number {
    return this.#isExact() ? this.#exactCount() : Math.round(estimateVisitors(this.#stored.bytes, HEADER));
  }

  /** The numbers of visitors in the other sketch and in the union. */
  countWith(other: VisitorSketch): { other: number; both: number } {
    if (!this.#isExact() && !other.#isExact()) {
      const { second, either } = estimateBoth(this.#stored.bytes, other.#stored.bytes, HEADER);
      return { other: Math.round(second), both: Math.round(either) };
    }
    const both = VisitorSketch.decode(this.encode());
    both.merge(other);
    return { other: other.count(), both: both.count() };
  }

  #isExact(): boolean {
    return this.#stored.length === 0 || this.#stored.bytes[0] === EXACT;
  }

  #exactCount(): number {
    return this.#stored.length === 0 ? 0 : (this.#stored.length - HEADER) / WIDTH;
  }

  #exactVisitor(index: number): number {
    return readU48(this.#stored.bytes, HEADER + index * WIDTH);
  }

  #addRegister(visitor: number): void {
    this.#stored.own();
    addToRegisters(this.#stored.bytes, HEADER, visitor);
  }

  #forEach(visit: (visitor: number) => void): void {
    const count = this.#exactCount();
    for (let index = 0; index < count; index += 1) visit(this.#exactVisitor(index));
  }

  #list(): number[] {
    return Array.from({ length: this.#exactCount() }, (_, index) => this.#exactVisitor(index));
  }

  #addAllTo(bytes: Uint8Array): void {
    this.#forEach((visitor) => addToRegisters(bytes, HEADER, visitor));
  }

  #insert(visitor: number): void {
    const count = this.#exactCount();
    let low = 0;
    let high = count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const found = this.#exactVisitor(middle);
      if (found === visitor) return;
      if (found < visitor) low = middle + 1;
      else high = middle;
    }
    if (count === MAX_EXACT) {
      this.#becomeRegisters();
      this.#addRegister(visitor);
      return;
    }
    if (count === 0) {
      this.#stored.insert(0, HEADER);
      this.#stored.bytes[0] = EXACT;
    }
    this.#stored.insert(HEADER + low * WIDTH, WIDTH);
    writeU48(this.#stored.bytes, HEADER + low * WIDTH, visitor);
  }

  /** Converts either format to registers that can be changed in place. */
  #becomeRegisters(): void {
    if (!this.#isExact()) {
      this.#stored.own();
      return;
    }
    const bytes = new Uint8Array(HEADER + REGISTER_COUNT);
    bytes[0] = REGISTERS;
    this.#addAllTo(bytes);
    this.#stored.replace(bytes, 'own');
  }

  /** False, without a change, if the union is too large to be exact. */
  #mergeSorted(other: VisitorSketch): boolean {
    const { bytes: mine, length: mineEnd } = this.#stored;
    const { bytes: theirs, length: theirEnd } = other.#stored;
    const count = this.#exactCount() + other.#exactCount();
    const bytes = new Uint8Array(HEADER + Math.min(count, MAX_EXACT) * WIDTH);
    bytes[0] = EXACT;
    let [mineAt, theirAt, length] = [HEADER, HEADER, HEADER];
    let left = visitorAt(mine, mineAt, mineEnd);
    let right = visitorAt(theirs, theirAt, theirEnd);
    while (left < NONE || right < NONE) {
      if (length === HEADER + MAX_EXACT * WIDTH) return false;
      const least = left < right ? left : right;
      writeU48(bytes, length, least);
      length += WIDTH;
      if (left === least) {
        mineAt += WIDTH;
        left = visitorAt(mine, mineAt, mineEnd);
      }
      if (right === least) {
        theirAt += WIDTH;
        right = visitorAt(theirs, theirAt, theirEnd);
      }
    }
    this.#stored.replace(length === bytes.length ? bytes : bytes.slice(0, length), 'own');
    return true;
  }
}

const MIN_SPARE = 96;
// Below this size, a copy costs less than a view.
const SMALL = 1_000;
const EMPTY = new Uint8Array(0);

/** Adds spare capacity, because bytes that change usually grow more than once. */
function capacityFor(length: number): number {
  return length + Math.max(MIN_SPARE, length >>> 2);
}

/** Stored bytes that are changed in place; shared bytes are copied first. */
export class GrowingBytes {
  /** The bytes after `length` are spare capacity. */
  bytes: Uint8Array;
  length: number;
  #isOwn = false;

  constructor(stored: Uint8Array | null) {
    this.bytes = stored ?? EMPTY;
    this.length = this.bytes.length;
  }

  /** Call this before every change in place. */
  own(): void {
    if (!this.#isOwn) this.#move(capacityFor(this.length));
  }

  /** Inserts `width` bytes; their content is undefined. */
  insert(offset: number, width: number): void {
    const length = this.length + width;
    if (!this.#isOwn || length > this.bytes.length) this.#move(capacityFor(length));
    if (offset < this.length) this.bytes.copyWithin(offset + width, offset, this.length);
    this.length = length;
  }

  /** Replaces the bytes; `own` means that nothing else refers to them. */
  replace(bytes: Uint8Array, scope: 'own' | 'shared'): void {
    this.bytes = bytes;
    this.length = bytes.length;
    this.#isOwn = scope === 'own';
  }

  /** The current bytes; later changes do not affect them. */
  share(): Uint8Array {
    if (this.length < this.bytes.length && this.length < SMALL) return this.bytes.slice(0, this.length);
    this.#isOwn = false;
    return this.length < this.bytes.length ? this.bytes.subarray(0, this.length) : this.bytes;
  }

  #move(capacity: number): void {
    const moved = new Uint8Array(capacity);
    moved.set(this.length < this.bytes.length ? this.bytes.subarray(0, this.length) : this.bytes);
    this.bytes = moved;
    this.#isOwn = true;
  }
}

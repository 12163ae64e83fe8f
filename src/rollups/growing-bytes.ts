const FIRST_ROOM = 96;
// Below this a copy costs less than a view.
const SMALL = 1_000;
const EMPTY = new Uint8Array(0);

/** Leaves room, because bytes that are changed usually grow, and more than once. */
function roomFor(length: number): number {
  return length + Math.max(FIRST_ROOM, length >>> 2);
}

/** Stored bytes that are changed in place; bytes that others refer to are copied first. */
export class GrowingBytes {
  /** The bytes after `length` are room to grow. */
  bytes: Uint8Array;
  length: number;
  #isOwn = false;

  constructor(stored: Uint8Array | null) {
    this.bytes = stored ?? EMPTY;
    this.length = this.bytes.length;
  }

  /** Must be called before every change in place. */
  own(): void {
    if (!this.#isOwn) this.#move(roomFor(this.length));
  }

  /** Inserts this many bytes; their content is undefined. */
  insert(offset: number, width: number): void {
    const length = this.length + width;
    if (!this.#isOwn || length > this.bytes.length) this.#move(roomFor(length));
    if (offset < this.length) this.bytes.copyWithin(offset + width, offset, this.length);
    this.length = length;
  }

  /** Replaces the bytes; `own` are bytes that no one else refers to. */
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

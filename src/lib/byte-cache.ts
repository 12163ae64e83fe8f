/** A cache of byte arrays, limited by their total size; evicts the least recently used entry. */
export class ByteCache {
  readonly #entries = new Map<string, Uint8Array<ArrayBuffer>>();
  readonly #making = new Map<string, Promise<Uint8Array<ArrayBuffer> | undefined>>();
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  find(name: string): Uint8Array<ArrayBuffer> | undefined {
    const found = this.#entries.get(name);
    if (!found) return undefined;
    // A Map iterates in insertion order: a used entry moves to the end.
    this.#entries.delete(name);
    this.#entries.set(name, found);
    return found;
  }

  /** Does not store a value that is larger than the whole cache. */
  keep(name: string, bytes: Uint8Array<ArrayBuffer>): void {
    this.#drop(name);
    if (bytes.byteLength > this.#maxBytes) return;
    this.#entries.set(name, bytes);
    this.#bytes += bytes.byteLength;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#drop(oldest);
    }
  }

  /** Creates and stores a missing value; concurrent calls for the same key create it once. */
  make(
    name: string,
    work: () => Promise<Uint8Array<ArrayBuffer> | undefined>,
  ): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const underWay = this.#making.get(name);
    if (underWay) return underWay;
    const started = work()
      .then((bytes) => {
        if (bytes) this.keep(name, bytes);
        return bytes;
      })
      .finally(() => this.#making.delete(name));
    this.#making.set(name, started);
    return started;
  }

  #drop(name: string): void {
    this.#bytes -= this.#entries.get(name)?.byteLength ?? 0;
    this.#entries.delete(name);
  }
}

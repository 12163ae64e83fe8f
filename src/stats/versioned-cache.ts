interface Versioned<Value> {
  version: string;
  value: Value;
  bytes: number;
}

/** A cache whose values are valid for one version each. If it is full, the least recently used value is dropped. */
export class VersionedCache<Value> {
  readonly #maxBytes: number;
  readonly #bytesOf: (value: Value) => number;
  /** The most recently used value comes last. */
  readonly #values = new Map<string, Versioned<Value>>();
  #bytes = 0;

  constructor(maxBytes: number, bytesOf: (value: Value) => number) {
    this.#maxBytes = maxBytes;
    this.#bytesOf = bytesOf;
  }

  /** The approximate memory of the values. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The value of a key, unless the version has changed since. */
  get(key: string, version: string): Value | undefined {
    const known = this.#values.get(key);
    if (known?.version !== version) return undefined;
    this.#values.delete(key);
    this.#values.set(key, known);
    return known.value;
  }

  /** The cached value if its version is current, else a new one. The version is read only if there is a cached value. */
  async getOrCreate(
    key: string,
    readVersion: () => Promise<string>,
    create: () => Promise<{ version: string; value: Value }>,
  ): Promise<Value> {
    const known = this.#values.has(key) ? this.get(key, await readVersion()) : undefined;
    if (known !== undefined) return known;
    const { version, value } = await create();
    this.set(key, version, value);
    return value;
  }

  set(key: string, version: string, value: Value): void {
    this.#forget(key);
    const bytes = this.#bytesOf(value);
    this.#values.set(key, { version, value, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#values.keys()) {
      if (this.#bytes <= this.#maxBytes) break;
      this.#forget(oldest);
    }
  }

  #forget(key: string): void {
    this.#bytes -= this.#values.get(key)?.bytes ?? 0;
    this.#values.delete(key);
  }
}

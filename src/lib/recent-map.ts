/**
 * A map of recently used entries. It forgets in two generations: when the newer one is full, it becomes the older one, and the older
 * one is dropped. That costs less per use than moving each used entry to the end of a list.
 */
export class RecentMap<Value> {
  readonly #limit: number;
  #newer = new Map<string, Value>();
  #older = new Map<string, Value>();

  /** Keeps at least the `limit` most recently used entries, and at most twice as many. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  get(key: string): Value | undefined {
    const newer = this.#newer.get(key);
    if (newer !== undefined) return newer;
    const older = this.#older.get(key);
    if (older !== undefined) this.set(key, older);
    return older;
  }

  set(key: string, value: Value): void {
    if (this.#newer.size >= this.#limit) {
      this.#older = this.#newer;
      this.#newer = new Map();
    }
    this.#newer.set(key, value);
  }
}

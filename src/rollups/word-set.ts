// A block has a bit for each of 32,768 words; the ids of used words tend to be close to each other.
const BLOCK_BITS = 15;
const BLOCK_BYTES = 2 ** (BLOCK_BITS - 3);
const IN_BLOCK = 2 ** BLOCK_BITS - 1;

/** A set of words that takes about one bit for each. */
export class WordSet {
  readonly #blocks = new Map<number, Uint8Array>();

  add(word: number): void {
    const number = word >>> BLOCK_BITS;
    let block = this.#blocks.get(number);
    if (!block) {
      block = new Uint8Array(BLOCK_BYTES);
      this.#blocks.set(number, block);
    }
    const bit = word & IN_BLOCK;
    block[bit >>> 3] = (block[bit >>> 3] as number) | (1 << (bit & 7));
  }

  has(word: number): boolean {
    const bit = word & IN_BLOCK;
    const byte = this.#blocks.get(word >>> BLOCK_BITS)?.[bit >>> 3] ?? 0;
    return (byte & (1 << (bit & 7))) !== 0;
  }
}

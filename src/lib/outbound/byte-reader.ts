const LINE_FEED = 0x0a;

/** Reads a stream by lines and by byte counts. Every read counts against a byte limit, so an endless sender is cut off. */
export class ByteReader {
  readonly #pieces: AsyncIterator<Buffer>;
  #unread: Buffer = Buffer.alloc(0);
  #allowedBytes = 0;

  constructor(stream: AsyncIterable<Buffer>) {
    this.#pieces = stream[Symbol.asyncIterator]();
  }

  /** Sets how many bytes may be read from now on. */
  allow(bytes: number): void {
    this.#allowedBytes = bytes;
  }

  /** Reads the next line without its CRLF, as Latin-1. */
  async readLine(): Promise<string> {
    for (let searched = 0; ; searched = this.#unread.length, await this.#receive()) {
      const end = this.#unread.indexOf(LINE_FEED, searched);
      if (end >= 0)
        return this.#take(end + 1)
          .toString('latin1')
          .replace(/\r?\n$/, '');
      if (this.#unread.length > this.#allowedBytes) throw new Error('a line that is too long');
    }
  }

  /** Yields exactly this many bytes as they arrive; throws if the stream ends earlier. */
  async *pieces(count: number): AsyncGenerator<Buffer> {
    if (count > this.#allowedBytes) throw new Error(`${count} bytes are too many`);
    for (let missing = count; missing > 0; ) {
      if (this.#unread.length === 0) await this.#receive();
      const part = this.#take(Math.min(missing, this.#unread.length));
      missing -= part.length;
      yield part;
    }
  }

  /** Yields everything until the stream ends. */
  async *piecesToEnd(): AsyncGenerator<Buffer> {
    do yield this.#take(this.#unread.length);
    while (await this.#receiveMore());
  }

  /** Reads this many bytes, or fewer if the stream ends earlier. */
  async readUpTo(count: number): Promise<Buffer> {
    while (this.#unread.length < count && (await this.#receiveMore()));
    return this.#take(Math.min(count, this.#unread.length));
  }

  #take(count: number): Buffer {
    this.#allowedBytes -= count;
    if (this.#allowedBytes < 0) throw new Error('too many bytes');
    const taken = this.#unread.subarray(0, count);
    this.#unread = this.#unread.subarray(count);
    return taken;
  }

  async #receive(): Promise<void> {
    if (!(await this.#receiveMore())) throw new Error('the connection ended too early');
  }

  async #receiveMore(): Promise<boolean> {
    const { value, done } = await this.#pieces.next();
    if (done) return false;
    this.#unread = this.#unread.length === 0 ? value : Buffer.concat([this.#unread, value]);
    return true;
  }
}

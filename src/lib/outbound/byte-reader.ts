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

  /** Reads exactly this many bytes; throws if the stream ends earlier. */
  async readExactly(count: number): Promise<Buffer> {
    if (count > this.#allowedBytes) throw new Error(`${count} bytes are too many`);
    const parts: Buffer[] = [];
    let missing = count;
    while (missing > 0) {
      if (this.#unread.length === 0) await this.#receive();
      const part = this.#take(Math.min(missing, this.#unread.length));
      missing -= part.length;
      parts.push(part);
    }
    return Buffer.concat(parts);
  }

  /** Reads this many bytes, or fewer if the stream ends earlier. */
  async readUpTo(count: number): Promise<Buffer> {
    while (this.#unread.length < count && (await this.#receiveMore()));
    return this.#take(Math.min(count, this.#unread.length));
  }

  /** Reads until the stream ends. */
  async readToEnd(): Promise<Buffer> {
    const parts: Buffer[] = [];
    do parts.push(this.#take(this.#unread.length));
    while (await this.#receiveMore());
    return Buffer.concat(parts);
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

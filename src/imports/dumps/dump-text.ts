import { DumpProblem } from './dump-problem.ts';

// No link shortener writes a longer statement or row; reading on would only fill the memory.
const MAX_PENDING = 64 * 1024 * 1024;

/** The place of a problem, as an editor counts: both begin at 1. */
export interface TextPlace {
  line: number;
  column: number;
}

/** The part of a dump that is being read, one character for each byte. Its reader moves `at`; what is before it is dropped. */
export class DumpText {
  text = '';
  at = 0;
  isEnded = false;
  readonly #chunks: AsyncIterator<Uint8Array>;
  #start: TextPlace = { line: 1, column: 1 };

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** Reads more, at least as much as is pending, so that a long statement is not scanned too often. */
  async fill(): Promise<void> {
    this.#start = this.locate(this.at);
    const pending = this.text.slice(this.at);
    if (pending.length > MAX_PENDING) throw new DumpProblem('not_readable', this.at);
    const parts = [pending];
    this.at = 0;
    for (let added = 0; !this.isEnded && (added === 0 || added < pending.length); ) {
      const { value, done } = await this.#chunks.next();
      if (done) this.isEnded = true;
      else {
        parts.push(Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('latin1'));
        added += value.byteLength;
      }
    }
    this.text = parts.join('');
  }

  /** The line and column of an offset. Columns count characters of UTF-8. */
  locate(offset: number): TextPlace {
    let { line, column } = this.#start;
    for (let at = 0; at < offset; at += 1) {
      const code = this.text.charCodeAt(at);
      if (code === 10) {
        line += 1;
        column = 1;
      } else if (code < 0x80 || code >= 0xc0) column += 1;
    }
    return { line, column };
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }
}

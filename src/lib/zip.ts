import type { FileEntry } from '@zip.js/zip.js';
import { createThreadYield } from './thread-yield.ts';

/** A file of an archive; its text arrives in pieces. */
export interface ZipFile {
  name: string;
  pieces: AsyncIterable<string>;
}

/** The file is not a zip archive, or is damaged. */
export class ZipError extends Error {
  /** The line of a file in the archive, where one is wrong. */
  readonly line: number;

  constructor(message: string, { line = 1, cause }: { line?: number; cause?: unknown } = {}) {
    super(message, { cause });
    this.line = line;
  }
}

/** Loads the library when it is first needed. Its workers would be files beside the program, which an executable does not have. */
async function loadZip() {
  const zip = await import('@zip.js/zip.js');
  zip.configure({ useWebWorkers: false });
  return zip;
}

function streamOf(pieces: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const yieldThread = createThreadYield();
  const iterator = pieces[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      await yieldThread();
      const { value, done } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel: () => void iterator.return?.(),
  });
}

/**
 * Yields what `write` writes. Its error ends the iteration, and the end of the iteration makes its next write fail.
 */
async function* readWhile(write: (to: WritableStream<Uint8Array>) => Promise<unknown>): AsyncGenerator<Uint8Array> {
  let fail = (_error: unknown) => {};
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>({
    start(controller) {
      fail = (error) => controller.error(error);
    },
  });
  const written = write(writable).catch(fail);
  yield* readable;
  await written;
}

/** Writes an archive piece by piece, so that memory does not grow with it. */
export async function* writeZip(files: Iterable<ZipFile>, now: number): AsyncGenerator<Uint8Array> {
  const { ZipWriter } = await loadZip();
  yield* readWhile(async (to) => {
    const archive = new ZipWriter(to, { lastModDate: new Date(now) });
    for (const { name, pieces } of files) await archive.add(name, streamOf(pieces));
    await archive.close();
  });
}

// An export has no more files, and no longer lines; reading on would only fill the memory.
const MAX_FILES = 1_000;
const MAX_LINE = 16 * 1024 * 1024;

// Text compresses to a hundredth at best. More is a file that was made to keep its reader busy.
const MAX_RATIO = 200;
const MIN_UNPACKED = 64 * 1024 * 1024;

/** Splits text that arrives in pieces into lines. A long line is joined once, when it is complete. */
class LineSplitter {
  #parts: string[] = [];
  #length = 0;

  /** Returns the lines that the piece completes. */
  push(piece: string): string[] {
    const lines = piece.split('\n');
    const rest = lines.pop() ?? '';
    if (lines.length > 0) {
      lines[0] = this.#parts.join('') + lines[0];
      this.#parts = [];
      this.#length = 0;
    }
    this.#parts.push(rest);
    this.#length += rest.length;
    if (this.#length > MAX_LINE) throw new ZipLimitError('a line is too long');
    return lines;
  }

  get rest(): string {
    return this.#parts.join('');
  }
}

/** An archive goes beyond what its reader accepts. */
class ZipLimitError extends Error {}

/** An open archive. */
export class ZipArchive {
  readonly #entries: Map<string, FileEntry>;

  private constructor(entries: Map<string, FileEntry>) {
    this.#entries = entries;
  }

  /** Reads the directory of an archive. */
  static async open(path: string): Promise<ZipArchive> {
    const { BlobReader, ZipReader } = await loadZip();
    const entries = new Map<string, FileEntry>();
    let count = 0;
    try {
      for await (const entry of new ZipReader(new BlobReader(Bun.file(path))).getEntriesGenerator()) {
        count += 1;
        if (count > MAX_FILES) throw new ZipLimitError('it has too many files');
        if (!entry.directory) entries.set(entry.filename, entry);
      }
      return new ZipArchive(entries);
    } catch (cause) {
      throw new ZipError(cause instanceof ZipLimitError ? cause.message : 'not a zip archive', { cause });
    }
  }

  get names(): string[] {
    return [...this.#entries.keys()];
  }

  /** The lines of a file; none if the archive does not have it. Throws if its checksum is wrong. */
  async *lines(name: string): AsyncGenerator<string> {
    const entry = this.#entries.get(name);
    if (!entry) return;
    const decoder = new TextDecoder('utf-8', { fatal: true });
    const splitter = new LineSplitter();
    const maxUnpacked = Math.max(entry.compressedSize * MAX_RATIO, MIN_UNPACKED);
    let unpacked = 0;
    try {
      for await (const chunk of readWhile((to) => entry.getData(to, { checkCrc32: true }))) {
        unpacked += chunk.byteLength;
        if (unpacked > maxUnpacked) throw new ZipLimitError('it is too large when unpacked');
        yield* splitter.push(decoder.decode(chunk, { stream: true }));
      }
    } catch (cause) {
      throw new ZipError(cause instanceof ZipLimitError ? `${name}: ${cause.message}` : `${name} is damaged`, {
        cause,
      });
    }
    const { rest } = splitter;
    if (rest !== '') yield rest;
  }
}

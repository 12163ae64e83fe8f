import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { createInflateRaw } from 'node:zlib';

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;
const CENTRAL_BYTES = 46;
const LOCAL_BYTES = 30;
const MAX_COMMENT = 65_535;
const MAX_DIRECTORY = 1_000_000;
const STORED = 0;
const DEFLATE = 8;

/** The file is not a zip archive, or is damaged. */
export class ZipError extends Error {
  /** The line of a file in the archive, where one is wrong. */
  readonly line: number;

  constructor(message: string, { line = 1, cause }: { line?: number; cause?: unknown } = {}) {
    super(message, { cause });
    this.line = line;
  }
}

interface Entry {
  method: number;
  crc: number;
  packed: number;
  size: number;
  offset: number;
}

/** An open archive. */
export class ZipArchive {
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #entries: Map<string, Entry>;

  private constructor(path: string, file: FileHandle, entries: Map<string, Entry>) {
    this.#path = path;
    this.#file = file;
    this.#entries = entries;
  }

  /** Reads the directory of an archive. */
  static async open(path: string): Promise<ZipArchive> {
    const file = await open(path, 'r');
    try {
      return new ZipArchive(path, file, await readDirectory(file));
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  get names(): string[] {
    return [...this.#entries.keys()];
  }

  /** The lines of a file; none if the archive does not have it. Throws at the end if its checksum is wrong. */
  async *lines(name: string): AsyncGenerator<string> {
    const entry = this.#entries.get(name);
    if (!entry) return;
    const decoder = new TextDecoder('utf-8', { fatal: true });
    let [rest, crc, size] = ['', 0, 0];
    try {
      for await (const chunk of this.#read(entry)) {
        crc = Bun.hash.crc32(chunk, crc);
        size += chunk.length;
        const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
        rest = lines.pop() ?? '';
        yield* lines;
      }
    } catch (cause) {
      throw new ZipError(`${name} cannot be read`, { cause });
    }
    if (crc !== entry.crc || size !== entry.size) throw new ZipError(`${name} is damaged`);
    if (rest !== '') yield rest;
  }

  async *#read({ method, offset, packed }: Entry): AsyncGenerator<Uint8Array> {
    const head = await readAt(this.#file, offset, LOCAL_BYTES);
    if (head.readUInt32LE(0) !== LOCAL) throw new ZipError('an entry is missing');
    const start = offset + LOCAL_BYTES + head.readUInt16LE(26) + head.readUInt16LE(28);
    if (packed === 0) return;
    const stream = createReadStream(this.#path, { start, end: start + packed - 1 });
    yield* method === STORED ? stream : stream.pipe(createInflateRaw());
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await file.read(bytes, 0, length, position);
  if (bytesRead < length) throw new ZipError('the file is cut off');
  return bytes;
}

async function readDirectory(file: FileHandle): Promise<Map<string, Entry>> {
  const { size: length } = await file.stat();
  const tailBytes = Math.min(length, END_BYTES + MAX_COMMENT);
  const tail = await readAt(file, length - tailBytes, tailBytes);
  const at = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (at < 0 || tail.length - at < END_BYTES || tail.readUInt32LE(at) !== END) throw new ZipError('not a zip archive');
  const count = tail.readUInt16LE(at + 10);
  const directoryBytes = tail.readUInt32LE(at + 12);
  if (directoryBytes > MAX_DIRECTORY) throw new ZipError('the archive has too many files');
  const directory = await readAt(file, tail.readUInt32LE(at + 16), directoryBytes);
  const entries = new Map<string, Entry>();
  let offset = 0;
  for (let index = 0; index < count; index += 1) {
    if (directory.length < offset + CENTRAL_BYTES || directory.readUInt32LE(offset) !== CENTRAL)
      throw new ZipError('the directory is damaged');
    const method = directory.readUInt16LE(offset + 10);
    if (method !== STORED && method !== DEFLATE) throw new ZipError('an entry has an unknown compression');
    const nameEnd = offset + CENTRAL_BYTES + directory.readUInt16LE(offset + 28);
    entries.set(directory.toString('utf8', offset + CENTRAL_BYTES, nameEnd), {
      method,
      crc: directory.readUInt32LE(offset + 16),
      packed: directory.readUInt32LE(offset + 20),
      size: directory.readUInt32LE(offset + 24),
      offset: directory.readUInt32LE(offset + 42),
    });
    offset = nameEnd + directory.readUInt16LE(offset + 30) + directory.readUInt16LE(offset + 32);
  }
  return entries;
}

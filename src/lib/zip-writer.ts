import { deflateRawSync } from 'node:zlib';

// The format is described in APPNOTE.TXT of PKWARE. Sizes follow the data of an entry (flag 3), and names are UTF-8 (flag 11).
const LOCAL = 0x04034b50;
const DESCRIPTOR = 0x08074b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const FLAGS = 0x0808;
const VERSION = 20;
const DEFLATE = 8;

interface Entry {
  name: Buffer;
  crc: number;
  packed: number;
  size: number;
  offset: number;
}

/** A field of a record: its value and its width in bytes. */
type Field = [value: number, width: 2 | 4];

function record(fields: Field[]): Buffer {
  const bytes = Buffer.alloc(fields.reduce((sum, [, width]) => sum + width, 0));
  let offset = 0;
  for (const [value, width] of fields) offset = bytes.writeUIntLE(value, offset, width);
  return bytes;
}

/** Date and time of MS-DOS. */
function dosTime(ms: number): { time: number; date: number } {
  const at = new Date(ms);
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  return { time, date };
}

/** A file of the archive; its text arrives in pieces. */
export interface ZipFile {
  name: string;
  pieces: AsyncIterable<string>;
}

// A piece of this size is compressed at once; each is a complete part of the stream, so no state is kept between them.
const FLUSH = { finishFlush: 2 } as const;
const STREAM_END = Buffer.from([3, 0]);

/** Writes an archive piece by piece, so that memory does not grow with it. It may have up to 4 GB. */
export async function* writeZip(
  files: AsyncIterable<ZipFile> | Iterable<ZipFile>,
  now: number,
): AsyncGenerator<Uint8Array> {
  const { time, date } = dosTime(now);
  const entries: Entry[] = [];
  let offset = 0;
  for await (const { name: text, pieces } of files) {
    const name = Buffer.from(text);
    const entry: Entry = { name, crc: 0, packed: 0, size: 0, offset };
    const common: Field[] = [
      ...([
        [VERSION, 2],
        [FLAGS, 2],
        [DEFLATE, 2],
        [time, 2],
        [date, 2],
      ] satisfies Field[]),
    ];
    const head = Buffer.concat([
      record([[LOCAL, 4], ...common, [0, 4], [0, 4], [0, 4], [name.length, 2], [0, 2]]),
      name,
    ]);
    offset += head.length;
    yield head;
    for await (const piece of pieces) {
      const bytes = Buffer.from(piece);
      // Z_SYNC_FLUSH ends on a byte, so compressed pieces can be put one after another.
      const packed = deflateRawSync(bytes, FLUSH);
      entry.crc = Bun.hash.crc32(bytes, entry.crc);
      entry.size += bytes.length;
      entry.packed += packed.length;
      offset += packed.length;
      yield packed;
    }
    entry.packed += STREAM_END.length;
    const sizes: Field[] = [
      [entry.crc, 4],
      [entry.packed, 4],
      [entry.size, 4],
    ];
    const tail = Buffer.concat([STREAM_END, record([[DESCRIPTOR, 4], ...sizes])]);
    offset += tail.length;
    yield tail;
    entries.push(entry);
  }
  const directory = entries.map(({ name, crc, packed, size, offset: start }) => {
    const fields: Field[] = [
      ...([
        [CENTRAL, 4],
        [VERSION, 2],
        [VERSION, 2],
        [FLAGS, 2],
        [DEFLATE, 2],
        [time, 2],
        [date, 2],
      ] satisfies Field[]),
      ...([
        [crc, 4],
        [packed, 4],
        [size, 4],
        [name.length, 2],
        [0, 2],
        [0, 2],
        [0, 2],
        [0, 2],
        [0, 4],
      ] satisfies Field[]),
      [start, 4],
    ];
    return Buffer.concat([record(fields), name]);
  });
  const bytes = Buffer.concat(directory);
  const count = entries.length;
  yield Buffer.concat([
    bytes,
    record([
      [END, 4],
      [0, 2],
      [0, 2],
      [count, 2],
      [count, 2],
      [bytes.length, 4],
      [offset, 4],
      [0, 2],
    ]),
  ]);
}

import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { dumpArchive } from './dump-failures.ts';
import { DumpProblem } from './dump-problem.ts';

/** The kind of a file, by its content. */
export type DumpFileKind = 'sqlite' | 'gzip' | 'utf-16' | 'text';

const HEAD_BYTES = 16;
// The thread does nothing else while a chunk is read.
const CHUNK_BYTES = 64 * 1024;
// pg_dump with a format of its own, and zip.
const ARCHIVES = ['PGDMP', 'PK\u0003\u0004'];

/** Recognizes a file by its first bytes; throws for an archive. */
export async function findFileKind(path: string): Promise<DumpFileKind> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const head = buffer.toString('latin1', 0, bytesRead);
    if (ARCHIVES.some((mark) => head.startsWith(mark))) throw dumpArchive();
    if (head === 'SQLite format 3\0') return 'sqlite';
    if (head.startsWith('\u001f\u008b')) return 'gzip';
    return head.startsWith('\u00ff\u00fe') ? 'utf-16' : 'text';
  } finally {
    await file.close();
  }
}

/** The compressed file ends in the middle. */
export class CutOffError extends Error {}

// A dump compresses to a hundredth at best. More is a file that was made to keep its reader busy and to fill the disk.
const MAX_RATIO = 200;
const MIN_UNPACKED = 256 * 1024 * 1024;

/** Unpacks a file; throws if it becomes too large. */
async function* unzip(path: string): AsyncGenerator<Uint8Array> {
  const { size } = await stat(path);
  let left = Math.max(size * MAX_RATIO, MIN_UNPACKED);
  for await (const chunk of unzipAll(path)) {
    left -= chunk.byteLength;
    if (left < 0) throw new DumpProblem('not_readable', 0);
    yield chunk;
  }
}

async function* unzipAll(path: string): AsyncGenerator<Uint8Array> {
  const source = createReadStream(path);
  const unpacked = source.pipe(createGunzip({ chunkSize: CHUNK_BYTES }));
  source.on('error', (error) => unpacked.destroy(error));
  try {
    for await (const chunk of unpacked) yield chunk as Uint8Array;
  } catch (cause) {
    throw new CutOffError('gzip', { cause });
  } finally {
    source.destroy();
  }
}

/** Redirecting the output of a program in PowerShell writes UTF-16. */
async function* decodeUtf16(path: string): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder('utf-16le');
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES }))
    yield Buffer.from(decoder.decode(chunk as Uint8Array, { stream: true }));
}

/** The bytes of a dump, unpacked and in the character set that the dump names. */
export async function* readChunks(path: string, kind: DumpFileKind): AsyncGenerator<Uint8Array> {
  if (kind === 'gzip') yield* unzip(path);
  else if (kind === 'utf-16') yield* decodeUtf16(path);
  else yield* createReadStream(path, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Uint8Array>;
}

import { pipeline, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import type { ByteReader } from './byte-reader.ts';
import type { ResponseHead } from './response-head.ts';

const DECODERS: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  br: createBrotliDecompress,
};

const CHUNK_SIZE = /^([0-9a-f]{1,8})[ \t]*(?:;.*)?$/i;
const LENGTH = /^\d{1,15}$/;
// The limit for all chunk sizes and chunk extensions together.
const MAX_CHUNK_OVERHEAD = 64 * 1024;

/** Does not read trailers: the connection is closed after the last chunk. */
async function* readChunks(reader: ByteReader, maxBytes: number): AsyncGenerator<Buffer> {
  reader.allow(maxBytes + MAX_CHUNK_OVERHEAD);
  let total = 0;
  while (true) {
    const [, digits] = CHUNK_SIZE.exec(await reader.readLine()) ?? [];
    if (digits === undefined) throw new Error('a chunk without a size');
    const size = Number.parseInt(digits, 16);
    if (size === 0) return;
    total += size;
    if (total > maxBytes) throw new Error(`more than ${maxBytes} bytes`);
    yield* reader.pieces(size);
    if ((await reader.readLine()) !== '') throw new Error('a chunk that is longer than its size');
  }
}

async function* readPacked(
  reader: ByteReader,
  { status, headers }: ResponseHead,
  maxBytes: number,
): AsyncGenerator<Buffer> {
  if (status === 204 || status === 304) return;
  const transfer = headers.get('Transfer-Encoding')?.toLowerCase();
  const length = headers.get('Content-Length');
  reader.allow(maxBytes);
  if (transfer === undefined && length === null) yield* reader.piecesToEnd();
  else if (transfer === undefined && length !== null && LENGTH.test(length)) yield* reader.pieces(Number(length));
  else if (transfer !== 'chunked' || length !== null) throw new Error('a body of unclear length');
  else yield* readChunks(reader, maxBytes);
}

/** Yields the body of a response, decompressed; throws as soon as it exceeds `maxBytes`, compressed or not. */
export async function* readPieces(
  reader: ByteReader,
  head: ResponseHead,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  const packed = readPacked(reader, head, maxBytes);
  const encoding = head.headers.get('Content-Encoding')?.toLowerCase() ?? 'identity';
  if (encoding === 'identity') return yield* packed;
  const decoder = DECODERS[encoding]?.();
  if (!decoder) throw new Error('an encoding that was not asked for');
  // An error of either one ends the iteration below.
  pipeline(packed, decoder, () => {});
  let size = 0;
  for await (const chunk of decoder) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new Error(`more than ${maxBytes} bytes`);
    yield chunk;
  }
}

/** Reads the whole body of a response. */
export async function readBody(reader: ByteReader, head: ResponseHead, maxBytes: number): Promise<Uint8Array> {
  return Buffer.concat(await Array.fromAsync(readPieces(reader, head, maxBytes)));
}

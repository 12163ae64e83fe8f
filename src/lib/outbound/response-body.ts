import type { Readable, Transform } from 'node:stream';
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
async function readChunks(reader: ByteReader, maxBytes: number): Promise<Buffer> {
  reader.allow(maxBytes + MAX_CHUNK_OVERHEAD);
  const chunks: Buffer[] = [];
  let total = 0;
  while (true) {
    const [, digits] = CHUNK_SIZE.exec(await reader.readLine()) ?? [];
    if (digits === undefined) throw new Error('a chunk without a size');
    const size = Number.parseInt(digits, 16);
    if (size === 0) return Buffer.concat(chunks);
    total += size;
    if (total > maxBytes) throw new Error(`more than ${maxBytes} bytes`);
    chunks.push(await reader.readExactly(size));
    if ((await reader.readLine()) !== '') throw new Error('a chunk that is longer than its size');
  }
}

async function readPacked(reader: ByteReader, { status, headers }: ResponseHead, maxBytes: number): Promise<Buffer> {
  if (status === 204 || status === 304) return Buffer.alloc(0);
  const transfer = headers.get('Transfer-Encoding')?.toLowerCase();
  const length = headers.get('Content-Length');
  reader.allow(maxBytes);
  if (transfer === undefined && length === null) return reader.readToEnd();
  if (transfer === undefined && length !== null && LENGTH.test(length)) return reader.readExactly(Number(length));
  if (transfer !== 'chunked' || length !== null) throw new Error('a body of unclear length');
  return readChunks(reader, maxBytes);
}

async function collect(stream: Readable, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new Error(`more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Reads and decompresses the body of a response; throws as soon as it exceeds `maxBytes`, compressed or not. */
export async function readBody(reader: ByteReader, head: ResponseHead, maxBytes: number): Promise<Uint8Array> {
  const packed = await readPacked(reader, head, maxBytes);
  const encoding = head.headers.get('Content-Encoding')?.toLowerCase() ?? 'identity';
  if (encoding === 'identity') return packed;
  const decoder = DECODERS[encoding]?.();
  if (!decoder) throw new Error('an encoding that was not asked for');
  decoder.end(packed);
  return collect(decoder, maxBytes);
}

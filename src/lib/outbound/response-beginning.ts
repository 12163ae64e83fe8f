import type { ByteReader } from './byte-reader.ts';
import type { ResponseHead } from './response-head.ts';

const CHUNK_SIZE = /^([0-9a-f]{1,8})[ \t]*(?:;.*)?$/i;
// The limit for chunk sizes and chunk extensions.
const MAX_OVERHEAD = 16 * 1024;

interface Limits {
  maxBytes: number;
  bodyMs: number;
}

async function collectChunks(reader: ByteReader, maxBytes: number, add: (piece: Buffer) => void): Promise<void> {
  for (let left = maxBytes; left > 0; ) {
    const [, digits] = CHUNK_SIZE.exec(await reader.readLine()) ?? [];
    const size = digits === undefined ? 0 : Number.parseInt(digits, 16);
    if (size === 0) return;
    const piece = await reader.readUpTo(Math.min(size, left));
    add(piece);
    left -= piece.length;
    if (left > 0) await reader.readLine();
  }
}

async function collect(
  reader: ByteReader,
  { status, headers }: ResponseHead,
  maxBytes: number,
  add: (piece: Buffer) => void,
): Promise<void> {
  if (status === 204 || status === 304) return;
  reader.allow(maxBytes + MAX_OVERHEAD);
  if (headers.get('Transfer-Encoding')?.toLowerCase() === 'chunked') return collectChunks(reader, maxBytes, add);
  const length = headers.get('Content-Length');
  const expected = length !== null && /^\d{1,15}$/.test(length) ? Number(length) : maxBytes;
  add(await reader.readUpTo(Math.min(expected, maxBytes)));
}

/** The text of some bytes. A character that was cut at the end is omitted; PostgreSQL cannot store NUL. */
function toText(bytes: Buffer): string {
  return bytes
    .toString('utf8')
    .replace(/\ufffd$/, '')
    .replaceAll('\0', '\ufffd');
}

/**
 * Reads the beginning of the body of a response. Never throws: the head says already whether a request was accepted, so a body that
 * does not come, or is compressed, is empty.
 */
export async function readBeginning(
  reader: ByteReader,
  head: ResponseHead,
  { maxBytes, bodyMs }: Limits,
): Promise<string> {
  if (head.headers.has('Content-Encoding')) return '';
  const pieces: Buffer[] = [];
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, bodyMs);
  await Promise.race([collect(reader, head, maxBytes, (piece) => pieces.push(piece)).catch(() => {}), late]);
  clearTimeout(timer);
  return toText(Buffer.concat(pieces).subarray(0, maxBytes));
}

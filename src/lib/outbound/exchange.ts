import { type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import type { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';

/** What a server answered. */
export interface Fetched {
  /** The URL that answered, after redirects. */
  url: string;
  status: number;
  headers: Headers;
  bytes: Uint8Array;
}

/** An answer whose body has not been read. */
export interface Answered {
  message: IncomingMessage;
  status: number;
  headers: Headers;
}

const DECODERS: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  br: createBrotliDecompress,
};

function toHeaders({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  return headers;
}

/** Sends one GET over a socket that is already open; nothing of ours goes along but a name. */
export async function ask(socket: Socket, url: URL, signal: AbortSignal): Promise<Answered> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const stop = () => {
    socket.destroy();
    reject(signal.reason);
  };
  signal.throwIfAborted();
  signal.addEventListener('abort', stop);
  const asked = request({
    method: 'GET',
    path: url.pathname + url.search,
    headers: { Host: url.host, 'User-Agent': 'Signpost', Accept: '*/*', 'Accept-Encoding': 'gzip, br' },
    createConnection: () => socket,
  });
  asked.once('response', resolve);
  asked.on('error', reject);
  asked.once('close', () => reject(new Error('closed without an answer')));
  asked.end();
  try {
    const message = await promise;
    // Who reads the body is told by reading; a body that nobody reads may break.
    message.on('error', () => {});
    return { message, status: message.statusCode ?? 0, headers: toHeaders(message) };
  } finally {
    signal.removeEventListener('abort', stop);
  }
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

/** The whole body, unpacked; fails as soon as more than `maxBytes` come, packed or unpacked. */
export async function readBody({ message, headers }: Answered, maxBytes: number, signal: AbortSignal) {
  const stop = () => message.destroy(signal.reason);
  signal.addEventListener('abort', stop);
  try {
    signal.throwIfAborted();
    const packed = await collect(message, maxBytes);
    const encoding = headers.get('Content-Encoding')?.toLowerCase() ?? 'identity';
    if (encoding === 'identity') return packed;
    const decoder = DECODERS[encoding]?.();
    if (!decoder) throw new Error('an encoding that was not asked for');
    decoder.end(packed);
    return await collect(decoder, maxBytes);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

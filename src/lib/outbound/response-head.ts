import type { ByteReader } from './byte-reader.ts';

/** Status and headers of a response. */
export interface ResponseHead {
  status: number;
  headers: Headers;
}

/** The limits for everything before the body of a response. */
export interface HeadLimits {
  /** Bytes of the head, including all interim responses before it. */
  maxHeadBytes: number;
  /** Interim responses (1xx) before the final one. */
  maxInterim: number;
}

const STATUS_LINE = /^HTTP\/1\.[01] (\d{3})(?: |$)/;
const SWITCHING_PROTOCOLS = 101;
// Limits the number of headers, because each new name is compared with all previous names.
const MAX_HEADER_LINES = 500;

function readStatus(line: string): number {
  const [, status] = STATUS_LINE.exec(line) ?? [];
  if (status === undefined) throw new Error('not an HTTP/1 response');
  return Number(status);
}

async function readHeaders(reader: ByteReader): Promise<Headers> {
  const headers = new Headers();
  for (let count = 0; count <= MAX_HEADER_LINES; count += 1) {
    const line = await reader.readLine();
    if (line === '') return headers;
    const colon = line.indexOf(':');
    if (colon < 1) throw new Error('a header without a name');
    // Throws for a name or a value with invalid characters.
    headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  throw new Error('too many headers');
}

/** Reads the head of the final response; throws if the server sends too much before it. */
export async function readHead(reader: ByteReader, { maxHeadBytes, maxInterim }: HeadLimits): Promise<ResponseHead> {
  reader.allow(maxHeadBytes);
  for (let interim = 0; interim <= maxInterim; interim += 1) {
    const status = readStatus(await reader.readLine());
    if (status < 100 || status === SWITCHING_PROTOCOLS) throw new Error(`status ${status}`);
    const headers = await readHeaders(reader);
    if (status >= 200) return { status, headers };
  }
  throw new Error(`more than ${maxInterim} interim responses`);
}

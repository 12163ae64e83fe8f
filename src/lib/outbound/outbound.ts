import { withTimeLimit } from '../time-limit.ts';
import { ByteReader } from './byte-reader.ts';
import { checkDestination, Forbidden, type Rules } from './destination.ts';
import { openSocket } from './open-socket.ts';
import { readBody, readPieces } from './response-body.ts';
import { type HeadLimits, readHead } from './response-head.ts';

/** The response of a server. */
export interface Fetched {
  /** The URL of the response, after redirects. */
  url: string;
  status: number;
  headers: Headers;
  bytes: Uint8Array;
}

/** How much a fetch may cost: time and redirects in all, bytes for each response. */
export interface OutboundLimits extends HeadLimits {
  connectMs: number;
  totalMs: number;
  maxBytes: number;
  maxRedirects: number;
}

/** The rules for destinations, the limits, and the trusted certificates. */
export interface OutboundParts extends Rules {
  limits: OutboundLimits;
  /** Certificate authorities in PEM format, in place of the system's. */
  certificates?: string | undefined;
}

/** Options of a single fetch. */
export interface GetOptions {
  /** Refuses http, also for redirects. */
  isHttpsOnly?: boolean;
  /** Reads only the headers. */
  isBodyLeft?: boolean;
  /** The id of the requesting user: requests wait in one queue for each group, so that no group delays the others. */
  group?: number | undefined;
  /** Headers for the host of the URL, such as a key; with them, redirects to other hosts are not followed. */
  headers?: Record<string, string> | undefined;
  /** Gets the body piece by piece; `bytes` is then empty. */
  receive?: ((piece: Uint8Array) => Promise<void>) | undefined;
}

/** Fetches URLs that users enter; the server makes no other requests to them. */
export interface Outbound {
  /** Returns the response, whatever its status. Throws only OutboundError. */
  get(href: string, options?: GetOptions): Promise<Fetched>;
}

/** The fetch failed. The reason is in `cause`, for the log only: showing it to the user would reveal our network. */
export class OutboundError extends Error {
  constructor(cause: unknown) {
    super('Nothing could be fetched from this address.', { cause });
    this.name = 'OutboundError';
  }
}

/** Only the ports of the web: other ports may belong to internal services. */
export const OUTBOUND_PORTS = [80, 443];

/** The default limits of a fetch. */
export const OUTBOUND_LIMITS: OutboundLimits = {
  connectMs: 2_000,
  totalMs: 5_000,
  maxBytes: 1024 * 1024,
  maxRedirects: 3,
  maxHeadBytes: 64 * 1024,
  maxInterim: 5,
};

const REDIRECTS = [301, 302, 303, 307, 308];

function parse(href: string, base?: string): URL {
  const url = URL.parse(href, base);
  if (!url) throw new Forbidden('no URL');
  return url;
}

/** The only request that is ever sent: a GET without any information about us except a product name, and what the user gave us. */
function requestFor(url: URL, headers: Record<string, string>): string {
  const given = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  // A line break would begin another header, or another request.
  if (given.some((line) => /[^\t\x20-\x7e\x80-\xff]/.test(line)))
    throw new Forbidden('a header has control characters');
  return [
    `GET ${url.pathname}${url.search} HTTP/1.1`,
    `Host: ${url.host}`,
    'User-Agent: Signpost',
    'Accept: */*',
    ...given,
    'Accept-Encoding: gzip, br',
    'Connection: close',
    '\r\n',
  ].join('\r\n');
}

/** The only client for URLs that users enter: http and https, GET, with each redirect checked and its address pinned. */
export function createOutbound(parts: OutboundParts): Outbound {
  const { limits, certificates } = parts;

  /** Sends one request; returns the response or the next URL. */
  async function step(
    url: URL,
    { isBodyLeft = false, headers: own = {}, receive }: GetOptions,
    signal: AbortSignal,
  ): Promise<Fetched | { next: URL }> {
    const destination = await checkDestination(url, parts);
    const socket = await openSocket(destination, { connectMs: limits.connectMs, certificates }, signal);
    const stop = () => socket.destroy(signal.reason);
    try {
      signal.throwIfAborted();
      signal.addEventListener('abort', stop);
      socket.write(requestFor(url, own));
      const reader = new ByteReader(socket);
      const head = await readHead(reader, limits);
      const { status, headers } = head;
      const location = headers.get('Location');
      if (REDIRECTS.includes(status) && location !== null) return { next: parse(location, url.href) };
      if (receive) for await (const piece of readPieces(reader, head, limits.maxBytes)) await receive(piece);
      const bytes = isBodyLeft || receive ? new Uint8Array() : await readBody(reader, head, limits.maxBytes);
      return { url: url.href, status, headers, bytes };
    } finally {
      signal.removeEventListener('abort', stop);
      socket.destroy();
    }
  }

  async function follow(href: string, options: GetOptions, signal: AbortSignal): Promise<Fetched> {
    const { isHttpsOnly = false, headers } = options;
    let url = parse(href);
    for (let redirects = 0; redirects <= limits.maxRedirects; redirects += 1) {
      if (isHttpsOnly && url.protocol !== 'https:') throw new Forbidden('not https');
      const answer = await step(url, options, signal);
      if (!('next' in answer)) return answer;
      if (headers && answer.next.hostname !== url.hostname) throw new Forbidden('the key is for another host');
      url = answer.next;
    }
    throw new Forbidden('too many redirects');
  }

  return {
    async get(href, options = {}) {
      try {
        // The signal closes the socket. A DNS lookup cannot be canceled, but its result is ignored.
        return await withTimeLimit(limits.totalMs, follow(href, options, AbortSignal.timeout(limits.totalMs)));
      } catch (cause) {
        throw new OutboundError(cause);
      }
    },
  };
}

import { withTimeLimit } from '../time-limit.ts';
import { ByteReader } from './byte-reader.ts';
import { Forbidden, judge, type Rules } from './destination.ts';
import { openSocket } from './open-socket.ts';
import { readBody } from './response-body.ts';
import { type HeadLimits, readHead } from './response-head.ts';

/** What a server answered. */
export interface Fetched {
  /** The URL that answered, after redirects. */
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

/** What may be reached, at what cost, and whom to believe. */
export interface OutboundParts extends Rules {
  limits: OutboundLimits;
  /** Certificate authorities in PEM instead of the system's. */
  certificates?: string | undefined;
}

/** What one fetch asks beyond the rules for all. */
export interface GetOptions {
  /** Refuses http, for every redirect too. */
  isHttpsOnly?: boolean;
  /** Reads no more than the headers. */
  isBodyLeft?: boolean;
  /** Whose request it is, by any number: where requests wait for each other, no group holds up the others. */
  group?: number | undefined;
}

/** Fetches what users name; the only way out of this server. */
export interface Outbound {
  /** The answer of the server, whatever its status; throws an OutboundError, and nothing else, where there is none. */
  get(href: string, options?: GetOptions): Promise<Fetched>;
}

/** Nothing was fetched. Why is in `cause`, for the log: told to who asked, it would map our network for them. */
export class OutboundError extends Error {
  constructor(cause: unknown) {
    super('Nothing could be fetched from this address.', { cause });
    this.name = 'OutboundError';
  }
}

/** The web's own: behind any other port something else may listen. */
export const OUTBOUND_PORTS = [80, 443];

/** What a fetch may cost where nobody says otherwise. */
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

/** The only request that is ever sent: a GET that says nothing about us but a name. */
function requestFor(url: URL): string {
  return [
    `GET ${url.pathname}${url.search} HTTP/1.1`,
    `Host: ${url.host}`,
    'User-Agent: Signpost',
    'Accept: */*',
    'Accept-Encoding: gzip, br',
    'Connection: close',
    '\r\n',
  ].join('\r\n');
}

/** The one client for addresses that somebody else chose: http and https, GET, judged and pinned at each step. */
export function createOutbound(parts: OutboundParts): Outbound {
  const { limits, certificates } = parts;

  /** Asks one server; either it answers or it names the next. */
  async function step(url: URL, isBodyLeft: boolean, signal: AbortSignal): Promise<Fetched | { next: URL }> {
    const destination = await judge(url, parts);
    const socket = await openSocket(destination, { connectMs: limits.connectMs, certificates }, signal);
    const stop = () => socket.destroy(signal.reason);
    try {
      signal.throwIfAborted();
      signal.addEventListener('abort', stop);
      socket.write(requestFor(url));
      const reader = new ByteReader(socket);
      const head = await readHead(reader, limits);
      const { status, headers } = head;
      const location = headers.get('Location');
      if (REDIRECTS.includes(status) && location !== null) return { next: parse(location, url.href) };
      const bytes = isBodyLeft ? new Uint8Array() : await readBody(reader, head, limits.maxBytes);
      return { url: url.href, status, headers, bytes };
    } finally {
      signal.removeEventListener('abort', stop);
      socket.destroy();
    }
  }

  async function follow(href: string, options: GetOptions, signal: AbortSignal): Promise<Fetched> {
    const { isHttpsOnly = false, isBodyLeft = false } = options;
    let url = parse(href);
    for (let redirects = 0; redirects <= limits.maxRedirects; redirects += 1) {
      if (isHttpsOnly && url.protocol !== 'https:') throw new Forbidden('not https');
      const answer = await step(url, isBodyLeft, signal);
      if (!('next' in answer)) return answer;
      url = answer.next;
    }
    throw new Forbidden('too many redirects');
  }

  return {
    async get(href, options = {}) {
      try {
        // The signal ends what has a socket; a look at the name service goes on, but nobody waits for it.
        return await withTimeLimit(limits.totalMs, follow(href, options, AbortSignal.timeout(limits.totalMs)));
      } catch (cause) {
        throw new OutboundError(cause);
      }
    },
  };
}

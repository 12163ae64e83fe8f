import { isIP } from 'node:net';
import { withTimeLimit } from '../time-limit.ts';
import { ByteReader } from './byte-reader.ts';
import { bareHost, checkDestination, type Destination, Forbidden, type Rules } from './destination.ts';
import { openSocket } from './open-socket.ts';
import { readBeginning } from './response-beginning.ts';
import { readHead } from './response-head.ts';

/** The answer of an endpoint. */
export interface PostAnswer {
  status: number;
  /** The beginning of the body. */
  text: string;
}

/** Sends a body to a URL that a user entered. */
export type Post = (href: string, headers: Record<string, string>, body: string) => Promise<PostAnswer>;

/** Where bodies may be sent to, beyond the public internet. */
export interface PostRules extends Rules {
  /** Whether the operator permits this address, with http and any port. */
  isPermitted(address: string): boolean;
}

/** The limits of one request. */
export interface PostLimits {
  totalMs: number;
  connectMs: number;
  maxHeadBytes: number;
  maxInterim: number;
  /** How much of the body is read. */
  maxBytes: number;
  /** How long the body may take after the head, which says already whether the request was accepted. */
  bodyMs: number;
}

/** The default limits of a request. */
export const POST_LIMITS: PostLimits = {
  totalMs: 10_000,
  connectMs: 10_000,
  maxHeadBytes: 64 * 1024,
  maxInterim: 5,
  maxBytes: 1024,
  bodyMs: 2_000,
};

/** The addresses of a host; throws if it has none. */
async function findAddresses(host: string, { resolve }: Rules): Promise<string[]> {
  const addresses = isIP(host) === 0 ? await resolve(host) : [host];
  if (addresses.length === 0) throw new Forbidden('the name has no address');
  return addresses;
}

/** Checks a URL and all its addresses: it needs https, unless the operator permits every address. */
export async function checkPostDestination(url: URL, rules: PostRules): Promise<Destination> {
  if (url.username !== '' || url.password !== '') throw new Forbidden('the URL holds credentials');
  const addresses = await findAddresses(bareHost(url), rules);
  if (!addresses.every(rules.isPermitted)) {
    if (url.protocol !== 'https:') throw new Forbidden('not https');
    // With the addresses that were just found: another lookup could find others.
    return checkDestination(url, { ...rules, resolve: knownOr(bareHost(url), addresses, rules.resolve) });
  }
  const port = url.port === '' ? { 'http:': 80, 'https:': 443 }[url.protocol] : Number(url.port);
  if (port === undefined) throw new Forbidden(`the scheme is ${url.protocol}`);
  return { url, port, addresses };
}

function knownOr(host: string, addresses: string[], resolve: Rules['resolve']): Rules['resolve'] {
  return async (name) => (name === host ? addresses : resolve(name));
}

/** The bytes of a request. */
function writeRequest(url: URL, headers: Record<string, string>, body: string): Buffer {
  const bytes = Buffer.from(body);
  const all = { Host: url.host, 'User-Agent': 'Signpost', 'Content-Type': 'application/json', ...headers };
  const lines = Object.entries({ ...all, 'Content-Length': String(bytes.length), Connection: 'close' });
  const head = [`POST ${url.pathname}${url.search} HTTP/1.1`, ...lines.map(([name, value]) => `${name}: ${value}`)];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), bytes]);
}

/** Creates a client for endpoints that users enter: POST, no redirects, the address checked and pinned. */
export function createPost(rules: PostRules, limits: PostLimits = POST_LIMITS): Post {
  async function send(url: URL, request: Buffer, signal: AbortSignal): Promise<PostAnswer> {
    const destination = await checkPostDestination(url, rules);
    const socket = await openSocket(destination, { connectMs: limits.connectMs }, signal);
    const stop = () => socket.destroy(signal.reason);
    try {
      signal.throwIfAborted();
      signal.addEventListener('abort', stop);
      socket.write(request);
      const reader = new ByteReader(socket);
      const head = await readHead(reader, limits);
      return { status: head.status, text: await readBeginning(reader, head, limits) };
    } finally {
      signal.removeEventListener('abort', stop);
      socket.destroy();
    }
  }

  return async (href, headers, body) => {
    const url = new URL(href);
    const signal = AbortSignal.timeout(limits.totalMs);
    return withTimeLimit(limits.totalMs, send(url, writeRequest(url, headers, body), signal));
  };
}

import { isIP } from 'node:net';
import { hostOf } from '../url.ts';
import { innermostAddress } from './forbidden-address.ts';

/** Resolves a name to its addresses with a single DNS lookup. */
export type Resolve = (name: string) => Promise<string[]>;

/** What may be reached; passed in, so that a test can treat its own servers as public. */
export interface Rules {
  resolve: Resolve;
  isForbidden(address: string): boolean;
  ports: readonly number[];
  /** Hosts of our own database and Redis, which may have public addresses. */
  ownHosts: readonly string[];
}

/** A URL with its checked addresses. Connecting to these, without another lookup, prevents DNS rebinding. */
export interface Destination {
  url: URL;
  port: number;
  addresses: string[];
}

/** The reason why a URL is not fetched; for the log, never for the user. */
export class Forbidden extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'Forbidden';
  }
}

const DEFAULT_PORTS: Record<string, number> = { 'http:': 80, 'https:': 443 };

/** The host without the brackets around IPv6. */
export function bareHost(url: URL): string {
  return hostOf(url.href).replace(/^\[(.*)\]$/, '$1');
}

/** IPv4 first: a machine without IPv4 fails at once, but without IPv6 it often waits for a timeout. */
function byFamily(left: string, right: string): number {
  return isIP(left) - isIP(right);
}

async function addressesOf(host: string, resolve: Resolve): Promise<string[]> {
  return isIP(host) === 0 ? resolve(host) : [host];
}

/** Resolves our own hosts each time, because their addresses may change. If one cannot be resolved, nothing is fetched. */
async function assertNotOwn(host: string, addresses: string[], { resolve, ownHosts }: Rules): Promise<void> {
  if (ownHosts.includes(host)) throw new Forbidden('the host is our own');
  const own = await Promise.all(ownHosts.map((name) => addressesOf(name, resolve)));
  const ownAddresses = new Set(own.flat().map(innermostAddress));
  if (addresses.some((address) => ownAddresses.has(innermostAddress(address)))) {
    throw new Forbidden('the address is our own');
  }
}

/** Checks the parsed URL and all addresses of its host; a single forbidden address rejects the URL. */
export async function checkDestination(url: URL, rules: Rules): Promise<Destination> {
  const scheme = DEFAULT_PORTS[url.protocol];
  if (scheme === undefined) throw new Forbidden(`the scheme is ${url.protocol}`);
  if (url.username !== '' || url.password !== '') throw new Forbidden('the URL holds credentials');
  const port = url.port === '' ? scheme : Number(url.port);
  if (!rules.ports.includes(port)) throw new Forbidden(`the port is ${port}`);
  const host = bareHost(url);
  const addresses = await addressesOf(host, rules.resolve);
  if (addresses.length === 0) throw new Forbidden('the name has no address');
  for (const address of addresses) {
    if (isIP(address) === 0 || rules.isForbidden(address)) throw new Forbidden(`${address} is not public`);
  }
  await assertNotOwn(host, addresses, rules);
  return { url, port, addresses: [...new Set(addresses)].sort(byFamily) };
}

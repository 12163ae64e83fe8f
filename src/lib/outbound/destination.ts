import { isIP } from 'node:net';
import { hostOf } from '../url.ts';
import { innermostAddress } from './forbidden-address.ts';

/** The addresses of a name, as one look at the name service gives them. */
export type Resolve = (name: string) => Promise<string[]>;

/** What may be reached; handed in, so that a test can declare its own servers public. */
export interface Rules {
  resolve: Resolve;
  isForbidden(address: string): boolean;
  ports: readonly number[];
  /** Names and addresses of our own store and bus, which may well be public ones. */
  ownHosts: readonly string[];
}

/** A URL whose every address was judged, and those addresses: whoever connects has no more to look up. */
export interface Destination {
  url: URL;
  port: number;
  addresses: string[];
}

/** Why nothing is fetched; for the log, never for who asked. */
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

/** IPv4 first: where a machine lacks a family, IPv4 is refused at once and IPv6 often lost in silence. */
function byFamily(left: string, right: string): number {
  return isIP(left) - isIP(right);
}

async function addressesOf(host: string, resolve: Resolve): Promise<string[]> {
  return isIP(host) === 0 ? resolve(host) : [host];
}

/** Our own hosts are looked up anew each time, because theirs may change as well; one that is not found forbids everything. */
async function assertNotOwn(host: string, addresses: string[], { resolve, ownHosts }: Rules): Promise<void> {
  if (ownHosts.includes(host)) throw new Forbidden('the host is our own');
  const own = await Promise.all(ownHosts.map((name) => addressesOf(name, resolve)));
  const ownAddresses = new Set(own.flat().map(innermostAddress));
  if (addresses.some((address) => ownAddresses.has(innermostAddress(address)))) {
    throw new Forbidden('the address is our own');
  }
}

/** Judges a URL on what was parsed and on everything that its name answers; a single bad address forbids the name. */
export async function judge(url: URL, rules: Rules): Promise<Destination> {
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

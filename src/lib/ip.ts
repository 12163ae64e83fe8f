import ipaddr from 'ipaddr.js';
import { readIpv6, writeIpv6 } from './ipv6.ts';

/** A range of addresses: first address and prefix length. */
export type AddressRange = [ipaddr.IPv4 | ipaddr.IPv6, number];

const LOOPBACK: AddressRange[] = [ipaddr.parseCIDR('127.0.0.0/8'), ipaddr.parseCIDR('::1/128')];

const MAX_CACHED_PEERS = 10_000;

/** Parses an address; IPv4 inside IPv6 (`::ffff:…`) becomes IPv4. Undefined if it is invalid. */
function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  // ipaddr.js also parses `127.1` and `0x7f.1`, but a peer address is always written in full.
  if (!text.includes(':') && !ipaddr.IPv4.isValidFourPartDecimal(text)) return undefined;
  return ipaddr.isValid(text) ? ipaddr.process(text) : undefined;
}

/** Parses a comma-separated list of addresses, CIDR ranges and the word `loopback`; undefined if an entry is invalid. */
export function parseRanges(text: string): AddressRange[] | undefined {
  const ranges: AddressRange[] = [];
  for (const word of text.split(',').map((part) => part.trim())) {
    if (word === 'loopback') ranges.push(...LOOPBACK);
    else if (ipaddr.isValidCIDR(word)) ranges.push(ipaddr.parseCIDR(word));
    else {
      const address = parseAddress(word);
      if (!address) return undefined;
      ranges.push([address, address.kind() === 'ipv4' ? 32 : 128]);
    }
  }
  return ranges;
}

/** Whether the address is in one of the ranges. */
export function isInRanges(text: string, ranges: AddressRange[]): boolean {
  const address = parseAddress(text);
  if (!address) return false;
  return ranges.some(([first, bits]) => first.kind() === address.kind() && address.match(first, bits));
}

/** Whether the address is a loopback address. */
export function isLoopback(text: string): boolean {
  return isInRanges(text, LOOPBACK);
}

/** Whether the address belongs to a private network or to this machine. */
export function isPrivateAddress(text: string): boolean {
  const range: string = parseAddress(text)?.range() ?? '';
  return ['private', 'loopback', 'linkLocal', 'uniqueLocal', 'carrierGradeNat'].includes(range);
}

/** Whether a host name, IPv6 with or without brackets, is a loopback name. */
export function isLoopbackName(host: string): boolean {
  const name = host.replace(/^\[(.*)\]$/, '$1');
  return name === 'localhost' || isLoopback(name);
}

/** Caches whether recent peers are trusted, so that the address of a proxy is checked once and not for each request. */
export function createTrust(ranges: AddressRange[]): (address: string) => boolean {
  const trustByAddress = new Map<string, boolean>();
  return (address) => {
    if (ranges.length === 0) return false;
    let isTrusted = trustByAddress.get(address);
    if (isTrusted === undefined) {
      if (trustByAddress.size >= MAX_CACHED_PEERS) trustByAddress.clear();
      isTrusted = isInRanges(address, ranges);
      trustByAddress.set(address, isTrusted);
    }
    return isTrusted;
  };
}

const ZERO = 0x30;
const NINE = 0x39;
const DOT = 0x2e;

/** An IPv4 address as one number, or -1 for any other text. Handwritten, because it must not allocate. */
export function readIpv4(text: string): number {
  let address = 0;
  let part = 0;
  let digits = 0;
  let dots = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === DOT) {
      if (digits === 0 || ++dots > 3) return -1;
      address = address * 256 + part;
      part = 0;
      digits = 0;
    } else {
      // A leading zero means octal to some parsers.
      if (char < ZERO || char > NINE || (digits > 0 && part === 0)) return -1;
      part = part * 10 + char - ZERO;
      if (part > 255) return -1;
      digits++;
    }
  }
  return digits > 0 && dots === 3 ? address * 256 + part : -1;
}

/** Whether the text is an IPv4 address in canonical form. */
function isPlainIpv4(text: string): boolean {
  return readIpv4(text) !== -1;
}

/** The canonical form of an address; undefined if it is invalid. ipaddr.js would take ten times as long for plain IPv6. */
function shortenAddress(text: string): string | undefined {
  if (isPlainIpv4(text)) return text;
  // An address with leading zeros may be IPv4 inside IPv6.
  const groups = readIpv6(text);
  return groups !== undefined && groups[0] !== 0 ? writeIpv6(groups) : parseAddress(text)?.toString();
}

/** Parses an entry of `X-Forwarded-For`; some proxies append a port, and put IPv6 in brackets. */
function readHop(text: string): string | undefined {
  const address = shortenAddress(text);
  if (address !== undefined) return address;
  const [, bracketed, plain] = /^\[([^\]]+)\](?::\d+)?$|^([^:]+):\d+$/.exec(text) ?? [];
  return shortenAddress(bracketed ?? plain ?? '');
}

/**
 * The address of the client. `X-Forwarded-For` counts only if the peer is trusted, and is read from the right: the first address
 * that is not a trusted proxy is the client's.
 */
export function clientAddress(
  peer: string,
  forwardedFor: string | null,
  isTrusted: (address: string) => boolean,
): string {
  if (forwardedFor === null || !isTrusted(peer)) return normalizeAddress(peer);
  let address = normalizeAddress(peer);
  let end = forwardedFor.length;
  while (end >= 0 && isTrusted(address)) {
    const comma = end === 0 ? -1 : forwardedFor.lastIndexOf(',', end - 1);
    const next = readHop(forwardedFor.slice(comma + 1, end).trim());
    if (next === undefined) return address;
    address = next;
    end = comma;
  }
  return address;
}

/** The canonical form of an address: dotted IPv4, or compressed IPv6. */
export function normalizeAddress(text: string): string {
  return shortenAddress(text) ?? text;
}

const GROUPS = 8;
const NETWORK_GROUPS = 4;

/**
 * The part of an address that identifies one customer: the whole IPv4 address, or the /64 prefix of IPv6. Takes an address as
 * `clientAddress` returns it. Handwritten, because it runs for every click.
 */
export function limitGroup(address: string): string {
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.split('::', 2);
  const groups = head === '' ? ['0'] : head.split(':');
  if (tail !== undefined) {
    const last = tail === '' ? ['0'] : tail.split(':');
    while (groups.length + last.length < GROUPS) groups.push('0');
    groups.push(...last);
  }
  return `${groups.slice(0, NETWORK_GROUPS).join(':')}::/64`;
}

/** The network of an address, for records that must not identify a client: /24 of IPv4, /48 of IPv6. */
export function addressGroup(text: string): string | null {
  const address = parseAddress(text);
  if (!address) return null;
  const bits = address.kind() === 'ipv4' ? 24 : 48;
  const cidr = `${address.toString()}/${bits}`;
  const network =
    address.kind() === 'ipv4' ? ipaddr.IPv4.networkAddressFromCIDR(cidr) : ipaddr.IPv6.networkAddressFromCIDR(cidr);
  return `${network.toString()}/${bits}`;
}

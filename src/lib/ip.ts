import ipaddr from 'ipaddr.js';
import { readIpv6, writeIpv6 } from './ipv6.ts';

/** A range of addresses: first address and prefix length. */
export type AddressRange = [ipaddr.IPv4 | ipaddr.IPv6, number];

const LOOPBACK: AddressRange[] = [ipaddr.parseCIDR('127.0.0.0/8'), ipaddr.parseCIDR('::1/128')];

const MAX_JUDGED = 10_000;

/** Reads an address; IPv4 inside IPv6 (`::ffff:…`) becomes IPv4. Undefined where it is none. */
function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  // ipaddr.js also reads `127.1` and `0x7f.1`; a peer's address is always written in full.
  if (!text.includes(':') && !ipaddr.IPv4.isValidFourPartDecimal(text)) return undefined;
  return ipaddr.isValid(text) ? ipaddr.process(text) : undefined;
}

/** Reads a comma-separated list of addresses, CIDRs and the word `loopback`; undefined where one of them is none. */
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

/** Whether the address lies in one of the ranges. */
export function isInRanges(text: string, ranges: AddressRange[]): boolean {
  const address = parseAddress(text);
  if (!address) return false;
  return ranges.some(([first, bits]) => first.kind() === address.kind() && address.match(first, bits));
}

/** Whether the address is this machine's own. */
export function isLoopback(text: string): boolean {
  return isInRanges(text, LOOPBACK);
}

/** Whether a host name, IPv6 in brackets or not, means this machine itself. */
export function isLoopbackName(host: string): boolean {
  const name = host.replace(/^\[(.*)\]$/, '$1');
  return name === 'localhost' || isLoopback(name);
}

/** Remembers which of the last peers are trusted: a proxy's address is judged once, not at each of its requests. */
export function createTrust(ranges: AddressRange[]): (address: string) => boolean {
  const judged = new Map<string, boolean>();
  return (address) => {
    if (ranges.length === 0) return false;
    let isTrusted = judged.get(address);
    if (isTrusted === undefined) {
      if (judged.size >= MAX_JUDGED) judged.clear();
      isTrusted = isInRanges(address, ranges);
      judged.set(address, isTrusted);
    }
    return isTrusted;
  };
}

const ZERO = 0x30;
const NINE = 0x39;
const DOT = 0x2e;

/** The four numbers of an IPv4 address as one, or -1 for any other text; by hand, because nothing is allocated this way. */
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
      // A leading zero would mean octal to some.
      if (char < ZERO || char > NINE || (digits > 0 && part === 0)) return -1;
      part = part * 10 + char - ZERO;
      if (part > 255) return -1;
      digits++;
    }
  }
  return digits > 0 && dots === 3 ? address * 256 + part : -1;
}

/** Whether the text is an IPv4 address as it is to be written. */
function isPlainIpv4(text: string): boolean {
  return readIpv4(text) !== -1;
}

/** An address in short form, undefined where the text is none; the library takes ten times as long over plain IPv6. */
function shortenAddress(text: string): string | undefined {
  if (isPlainIpv4(text)) return text;
  // What begins with a zero may be IPv4 inside IPv6.
  const groups = readIpv6(text);
  return groups !== undefined && groups[0] !== 0 ? writeIpv6(groups) : parseAddress(text)?.toString();
}

/** An address in `X-Forwarded-For`; some proxies write a port behind it, and brackets around IPv6. */
function readHop(text: string): string | undefined {
  const address = shortenAddress(text);
  if (address !== undefined) return address;
  const [, bracketed, plain] = /^\[([^\]]+)\](?::\d+)?$|^([^:]+):\d+$/.exec(text) ?? [];
  return shortenAddress(bracketed ?? plain ?? '');
}

/**
 * The address that a request comes from. `X-Forwarded-For` counts only from a trusted peer and is read from the right:
 * the first address that is not itself a trusted proxy is the visitor's.
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

/** The address as it is written everywhere here: IPv4 plainly, IPv6 in short form. */
export function normalizeAddress(text: string): string {
  return shortenAddress(text) ?? text;
}

const GROUPS = 8;
const NETWORK_GROUPS = 4;

/**
 * What stays with whoever has an address, as `clientAddress` gives it: all of IPv4, and of IPv6 the /64 that one customer holds. By
 * hand, because every click asks for it.
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

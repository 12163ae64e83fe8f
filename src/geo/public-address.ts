import { normalizeAddress, readIpv4 } from '../lib/ip.ts';
import { readIpv6 } from '../lib/ipv6.ts';

/** An address as numbers of 16 bits: two for IPv4, eight for IPv6. */
export type Groups = readonly number[];

// Ranges that are not routed on the internet; the shipped data has a country for some of them.
const UNROUTED = [
  range('0.0.0.0', 8),
  range('10.0.0.0', 8),
  range('100.64.0.0', 10),
  range('127.0.0.0', 8),
  range('169.254.0.0', 16),
  range('172.16.0.0', 12),
  range('192.0.0.0', 24),
  range('192.0.2.0', 24),
  range('192.168.0.0', 16),
  range('198.18.0.0', 15),
  range('198.51.100.0', 24),
  range('203.0.113.0', 24),
  range('224.0.0.0', 3),
];

interface Ipv4Range {
  first: number;
  shift: number;
}

function range(first: string, bits: number): Ipv4Range {
  return { first: readIpv4(first) >>> (32 - bits), shift: 32 - bits };
}

function findPublicIpv4(text: string): Groups | undefined {
  const address = readIpv4(text);
  if (address === -1) return undefined;
  for (const { first, shift } of UNROUTED) if (address >>> shift === first) return undefined;
  return [address >>> 16, address & 0xffff];
}

function findPublicIpv6(text: string): Groups | undefined {
  const groups = readIpv6(text);
  if (!groups) return undefined;
  const [first = 0, second] = groups;
  // Only 2000::/3 is routed, except the ranges for documentation: 2001:db8::/32 and 3fff::/20.
  const isRouted = first >> 13 === 1 && !(first === 0x2001 && second === 0xdb8) && first !== 0x3fff;
  return isRouted ? groups : undefined;
}

/** Reads an address of the public internet, `::ffff:…` as IPv4; undefined if it is not one. */
export function findPublicAddress(text: string): Groups | undefined {
  if (text.length > 45) return undefined;
  if (!text.includes(':')) return findPublicIpv4(text);
  // Other addresses are not routed, or contain IPv4.
  return text[0] === '2' || text[0] === '3' ? findPublicIpv6(text) : findPublicIpv4(normalizeAddress(text));
}

import ipaddr from 'ipaddr.js';
import { type AddressRange, isInRanges, parseRanges } from '../ip.ts';

function ranges(...words: string[]): AddressRange[] {
  const parsed = parseRanges(words.join());
  if (!parsed) throw new Error('a range that is not one');
  return parsed;
}

// IANA's IPv4 special-purpose registry and multicast, including the ranges that are routed: they contain no web servers.
const SPECIAL_IPV4 = ranges(
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  // Azure's virtual machines reach their host under this address, which otherwise looks public.
  '168.63.129.16',
);

const GLOBAL_IPV6 = ranges('2000::/3');

// Special ranges inside 2000::/3: protocol assignments with Teredo, documentation, 6to4, and AS112.
const SPECIAL_IPV6 = ranges('2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20');

// NAT64 translates these to IPv4: on an IPv6-only network, DNS64 returns them for every IPv4-only name.
const NAT64 = ranges('64:ff9b::/96');

/** Extracts the IPv4 address from a mapped or NAT64 IPv6 address; returns any other address unchanged. */
export function innermostAddress(text: string): string {
  if (!ipaddr.IPv6.isValid(text)) return text;
  const address = ipaddr.IPv6.parse(text);
  const isCarrier = address.isIPv4MappedAddress() || isInRanges(text, NAT64);
  return isCarrier ? address.toByteArray().slice(12).join('.') : address.toString();
}

/**
 * Whether fetching from this address is forbidden, because it is not a public address, by itself or by the IPv4 address inside
 * it. A text that is not an address is forbidden too.
 */
export function isForbiddenAddress(text: string): boolean {
  const address = innermostAddress(text);
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return isInRanges(address, SPECIAL_IPV4);
  return !isInRanges(address, GLOBAL_IPV6) || isInRanges(address, SPECIAL_IPV6);
}

import ipaddr from 'ipaddr.js';

/** A range of addresses: first address and prefix length. */
export type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

const LOOPBACK: Range[] = [ipaddr.parseCIDR('127.0.0.0/8'), ipaddr.parseCIDR('::1/128')];

/** Reads an address; IPv4 inside IPv6 (`::ffff:…`) becomes IPv4. Undefined where it is none. */
function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  // ipaddr.js also reads `127.1` and `0x7f.1`; a peer's address is always written in full.
  if (!text.includes(':') && !ipaddr.IPv4.isValidFourPartDecimal(text)) return undefined;
  return ipaddr.isValid(text) ? ipaddr.process(text) : undefined;
}

/** Reads a comma-separated list of addresses, CIDRs and the word `loopback`; undefined where one of them is none. */
export function parseRanges(text: string): Range[] | undefined {
  const ranges: Range[] = [];
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
export function isInRanges(text: string, ranges: Range[]): boolean {
  const address = parseAddress(text);
  if (!address) return false;
  return ranges.some(([first, bits]) => first.kind() === address.kind() && address.match(first, bits));
}

/** Whether the address is this machine's own. */
export function isLoopback(text: string): boolean {
  return isInRanges(text, LOOPBACK);
}

/**
 * The address that a request comes from. `X-Forwarded-For` counts only from a trusted peer and is read from the right:
 * the first address that is not itself a trusted proxy is the visitor's.
 */
export function clientAddress(peer: string, forwardedFor: string | null, trusted: Range[]): string {
  let address = normalizeAddress(peer);
  if (trusted.length === 0 || forwardedFor === null) return address;
  for (const hop of forwardedFor.split(',').reverse()) {
    if (!isInRanges(address, trusted)) return address;
    const next = parseAddress(hop.trim());
    if (!next) return address;
    address = next.toString();
  }
  return address;
}

/** The address as it is written everywhere here: IPv4 plainly, IPv6 in short form. */
export function normalizeAddress(text: string): string {
  return parseAddress(text)?.toString() ?? text;
}

/** What a limit counts by: an IPv4 address, or the /64 that one IPv6 customer holds. */
export function limitGroup(text: string): string {
  const address = parseAddress(text);
  if (!address || address.kind() === 'ipv4') return text;
  return `${(address as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}

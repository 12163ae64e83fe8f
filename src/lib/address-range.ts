import { normalizeAddress, readIpv4 } from './ip.ts';
import { readIpv6, writeIpv6 } from './ipv6.ts';

/** A range of addresses as groups of 16 bits, two for IPv4 and eight for IPv6, and the number of bits that count. */
export interface AddressBlock {
  groups: readonly number[];
  bits: number;
}

const PREFIX = /^(?:0|[1-9]\d{0,2})$/;
const GROUP_BITS = 16;
const MAPPED_BITS = 96;

function ipv4Groups(text: string): number[] | undefined {
  const address = readIpv4(text);
  return address === -1 ? undefined : [address >>> 16, address & 0xffff];
}

/** Reads an address in any form; IPv4 inside IPv6 (`::ffff:…`) is IPv4. Undefined if it is invalid. */
export function readAddressGroups(text: string): readonly number[] | undefined {
  if (text.length > 45 || text.includes('%')) return undefined;
  const groups = ipv4Groups(text);
  if (groups || !text.includes(':')) return groups;
  const short = normalizeAddress(text);
  return short.includes(':') ? readIpv6(short) : ipv4Groups(short);
}

function keepBits(groups: readonly number[], bits: number): number[] {
  return groups.map((group, index) => {
    const kept = Math.min(Math.max(bits - index * GROUP_BITS, 0), GROUP_BITS);
    return group & (0xffff << (GROUP_BITS - kept)) & 0xffff;
  });
}

function writeGroups(groups: readonly number[]): string {
  if (groups.length > 2) return writeIpv6([...groups]);
  return groups.flatMap((group) => [group >> 8, group & 0xff]).join('.');
}

/** Parses an address or a CIDR range. Bits of the host are cleared, as in `10.1.2.3/8`. */
export function parseAddressBlock(text: string): AddressBlock | undefined {
  const [address = '', prefix, ...rest] = text.trim().split('/');
  const groups = readAddressGroups(address);
  if (!groups || rest.length > 0) return undefined;
  const length = groups.length * GROUP_BITS;
  if (prefix === undefined) return { groups, bits: length };
  if (!PREFIX.test(prefix)) return undefined;
  const isMapped = groups.length === 2 && address.includes(':');
  const bits = Number(prefix) - (isMapped ? MAPPED_BITS : 0);
  return bits < 0 || bits > length ? undefined : { groups: keepBits(groups, bits), bits };
}

/** The short form of an address or a CIDR range; undefined if it is invalid. */
export function shortenAddressBlock(text: string): string | undefined {
  const block = parseAddressBlock(text);
  return block && writeGroups(block.groups) + (text.includes('/') ? `/${block.bits}` : '');
}

/** Whether the address is in the range. An IPv4 range has no IPv6 address, and the other way round. */
export function isInBlock(address: readonly number[], { groups, bits }: AddressBlock): boolean {
  if (address.length !== groups.length) return false;
  for (let at = 0; at * GROUP_BITS < bits; at += 1) {
    const shift = Math.max(0, (at + 1) * GROUP_BITS - bits);
    if ((address[at] as number) >> shift !== (groups[at] as number) >> shift) return false;
  }
  return true;
}

/** Whether a range has no address outside the other range. */
export function isBlockWithin(inner: AddressBlock, outer: AddressBlock): boolean {
  return inner.bits >= outer.bits && isInBlock(inner.groups, outer);
}

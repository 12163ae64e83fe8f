import { expect, test } from 'bun:test';
import { clientAddress, createTrust, isLoopback, limitGroup, parseRanges } from './ip.ts';

const trusted = createTrust(parseRanges('loopback, 10.0.0.0/8, 2001:db8::/32') ?? []);

const journeys: [string, string, string | null, string][] = [
  ['no proxy is trusted by default', '203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['a trusted peer forwards the address of its client', '10.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['the header is read from the right', '10.0.0.1', '6.6.6.6, 198.51.100.1', '198.51.100.1'],
  ['trusted hops are skipped', '10.0.0.1', '198.51.100.1, 10.0.0.7, 127.0.0.1', '198.51.100.1'],
  ['a chain of trusted hops ends at the leftmost', '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
  ['an invalid address ends the parsing', '10.0.0.1', '198.51.100.1, nonsense', '10.0.0.1'],
  ['an empty header changes nothing', '10.0.0.1', '', '10.0.0.1'],
  ['IPv4 inside IPv6 becomes IPv4', '::ffff:10.0.0.1', '::ffff:198.51.100.1', '198.51.100.1'],
  ['IPv6 proxies are supported', '2001:db8::1', '2001:0DB9::0001', '2001:db9::1'],
];
for (const [rule, peer, header, expected] of journeys) {
  test(rule, () => expect(clientAddress(peer, header, trusted)).toBe(expected));
}

test('without TRUST_PROXY the header is ignored', () => {
  expect(clientAddress('127.0.0.1', '198.51.100.1', createTrust([]))).toBe('127.0.0.1');
});

test('a limit counts IPv6 by its /64 and IPv4 by its address', () => {
  expect(limitGroup('2001:db8:1:2:3::4')).toBe(limitGroup('2001:db8:1:2:ffff::1'));
  expect(limitGroup('2001:db8:1:3::4')).not.toBe(limitGroup('2001:db8:1:2::4'));
  expect(limitGroup('203.0.113.9')).toBe('203.0.113.9');
  const groups: [string, string][] = [
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8::', '2001:db8:0:0::/64'],
    ['2001:db8:1::2:3:4:5', '2001:db8:1:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['1::2:3:4:5:6:7', '1:0:2:3::/64'],
  ];
  for (const [address, group] of groups) expect({ address, group: limitGroup(address) }).toEqual({ address, group });
});

test('a list with an invalid entry is rejected as a whole', () => {
  for (const text of ['10.0.0.0/33', 'localhost', '10.0.0.1,', '127.1', '0x7f.1'])
    expect(parseRanges(text)).toBeUndefined();
});

test('loopback covers both address families', () => {
  expect(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'].every(isLoopback)).toBe(true);
  expect(['203.0.113.9', '10.0.0.1', '::2', ''].some(isLoopback)).toBe(false);
});

import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { innermostAddress, isForbiddenAddress } from './forbidden-address.ts';

test.each([
  ['0.0.0.0', '0.255.255.255'],
  ['10.0.0.0', '10.255.255.255'],
  ['100.64.0.0', '100.127.255.255'],
  ['127.0.0.0', '127.255.255.255'],
  ['169.254.0.0', '169.254.255.255'],
  ['172.16.0.0', '172.31.255.255'],
  ['192.0.0.0', '192.0.0.255'],
  ['192.0.2.0', '192.0.2.255'],
  ['192.31.196.0', '192.31.196.255'],
  ['192.52.193.0', '192.52.193.255'],
  ['192.88.99.0', '192.88.99.255'],
  ['192.168.0.0', '192.168.255.255'],
  ['192.175.48.0', '192.175.48.255'],
  ['198.18.0.0', '198.19.255.255'],
  ['198.51.100.0', '198.51.100.255'],
  ['203.0.113.0', '203.0.113.255'],
  ['224.0.0.0', '239.255.255.255'],
  ['240.0.0.0', '255.255.255.255'],
  ['168.63.129.16', '168.63.129.16'],
  ['::', '::ffff'],
  ['::ffff:127.0.0.1', '::ffff:a9fe:a9fe'],
  ['64:ff9b::7f00:1', '64:ff9b::10.0.0.1'],
  ['64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
  ['100::', '100::1:0:0:0:1'],
  ['2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2001:0:4136:e378:8000:63bf:3fff:fdd2', '2001:0:808:808::'],
  ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
  ['2002:7f00:1::', '2002:808:808::1'],
  ['2620:4f:8000::', '2620:4f:8000:ffff::'],
  ['3fff::', '3fff:fff:ffff::'],
  ['5f00::', '5fff::'],
  ['fc00::', 'fdff:ffff::1'],
  ['fe80::1', 'fe80::1%eth0'],
  ['fec0::1', 'feff::1'],
  ['ff00::', 'ff02::1'],
  ['4000::', 'dfff::1'],
])('nothing from %s to %s is fetched', (first, last) => {
  expect([first, last].map(isForbiddenAddress)).toEqual([true, true]);
});

test.each([
  ['1.0.0.0', '9.255.255.255'],
  ['11.0.0.0', '100.63.255.255'],
  ['100.128.0.0', '126.255.255.255'],
  ['128.0.0.0', '169.253.255.255'],
  ['169.255.0.0', '172.15.255.255'],
  ['172.32.0.0', '191.255.255.255'],
  ['192.0.1.0', '192.167.255.255'],
  ['192.169.0.0', '198.17.255.255'],
  ['198.20.0.0', '203.0.112.255'],
  ['203.0.114.0', '223.255.255.255'],
  ['2001:200::', '2001:db7:ffff::'],
  ['2003::1', '2606:4700:4700::1111'],
  ['::ffff:8.8.8.8', '64:ff9b::808:808'],
])('%s and %s are public', (first, last) => {
  expect([first, last].map(isForbiddenAddress)).toEqual([false, false]);
});

test.each([
  '',
  'localhost',
  '127.1',
  '2130706433',
  '0x7f.1',
  '0177.0.0.1',
  '8.8.8',
  '8.8.8.8 ',
  '1.2.3.4.5',
  '::g',
  '[::1]',
])('%j is not an address, and forbidden', (text) => {
  expect(isForbiddenAddress(text)).toBe(true);
});

test('an IPv4 address has the same result in every IPv6 notation', () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      for (const carried of [`::ffff:${address}`, `64:ff9b::${address}`]) {
        expect(innermostAddress(carried)).toBe(address);
        expect(isForbiddenAddress(carried)).toBe(isForbiddenAddress(address));
      }
    }),
  );
});

test('every text gives a result without an error', () => {
  fc.assert(fc.property(fc.oneof(fc.string(), fc.ipV6()), (text) => typeof isForbiddenAddress(text) === 'boolean'));
});

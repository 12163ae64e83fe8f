import { describe, expect, test } from 'bun:test';
import { isInBlock, parseAddressBlock, readAddressGroups, shortenAddressBlock } from './address-range.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  [' 203.0.113.7 ', '203.0.113.7'],
  ['10.1.2.3/8', '10.0.0.0/8'],
  ['10.1.2.3/0', '0.0.0.0/0'],
  ['10.1.2.3/31', '10.1.2.2/31'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['::ffff:203.0.113.7/120', '203.0.113.0/24'],
  ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
  ['2001:db8:1:2:3:4:5:6/64', '2001:db8:1:2::/64'],
  ['2001:db8:ffff::/33', '2001:db8:8000::/33'],
  ['64:ff9b::1.2.3.4', '64:ff9b::102:304'],
  ['::/0', '::/0'],
])('the short form of %s is %s', (text, short) => {
  expect(shortenAddressBlock(text)).toBe(short);
});

const WRONG = ['', '1.2.3', '1.2.3.4.5', '01.2.3.4', '1.2.3.256', '1.2.3.4/33', '1.2.3.4/-1', '1.2.3.4/', '1.2.3.4/08'];
test.each([
  ...WRONG,
  '1.2.3.4/8/8',
  '::1/129',
  'fe80::1%eth0',
  '[::1]',
  'localhost',
  '::ffff:1.2.3.4/24',
  '1:2',
  '0x7f.1',
])('%p is not an address', (text) => {
  expect(parseAddressBlock(text)).toBeUndefined();
});

describe('an address is in a range', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7', true],
    ['203.0.113.8', '203.0.113.7', false],
    ['10.255.0.1', '10.0.0.0/8', true],
    ['11.0.0.1', '10.0.0.0/8', false],
    ['192.0.2.129', '192.0.2.128/25', true],
    ['192.0.2.127', '192.0.2.128/25', false],
    ['1.2.3.4', '0.0.0.0/0', true],
    ['::1', '0.0.0.0/0', false],
    ['1.2.3.4', '::/0', false],
    ['2001:db8::1', '::/0', true],
    ['2001:db8:0:1::5', '2001:db8::/63', true],
    ['2001:db8:0:2::5', '2001:db8::/63', false],
    ['::ffff:1.2.3.4', '1.2.3.0/24', true],
  ])('%s in %s: %p', (address, range, isInside) => {
    const block = parseAddressBlock(range);
    expect(block && isInBlock(readAddressGroups(address) ?? [], block)).toBe(isInside);
  });
});

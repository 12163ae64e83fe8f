import { expect, test } from 'bun:test';
import ipaddr from 'ipaddr.js';
import { readIpv6, writeIpv6 } from './ipv6.ts';

/** Random texts that resemble addresses, the same in each run. */
function* texts(count: number): Generator<string> {
  let state = 1;
  function next(limit: number): number {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >> 8) % limit;
  }
  const groups = ['0', '0', '0000', '1', 'db8', 'ABCD', 'ffff', '', '00a', '12345', 'g', '1.2.3.4', '%'];
  for (let index = 0; index < count; index += 1) {
    // Most of them are complete, so that valid addresses are tested as often as invalid ones.
    const length = next(3) === 0 ? next(10) : 8;
    const kinds = next(4) === 0 ? groups.length : 7;
    const parts = Array.from({ length }, () => groups[next(kinds)] ?? '');
    if (next(2) === 0) parts.splice(next(length + 1), next(5), '');
    yield `${next(9) === 0 ? ':' : ''}${parts.join(':')}${next(9) === 0 ? ':' : ''}`;
  }
}

test('parsing and formatting agree with ipaddr.js', () => {
  let read = 0;
  for (const text of texts(50_000)) {
    const groups = readIpv6(text);
    if (groups === undefined) continue;
    read += 1;
    const expected = ipaddr.IPv6.parse(text);
    expect({ text, groups, written: writeIpv6(groups) }).toEqual({
      text,
      groups: expected.parts,
      written: expected.toString(),
    });
  }
  expect(read).toBeGreaterThan(10_000);
});

test('every valid address of hex digits and colons is parsed without ipaddr.js', () => {
  for (const text of texts(50_000)) {
    if (/^[\da-f:]+$/i.test(text) && ipaddr.IPv6.isValid(text))
      expect({ text, isRead: !!readIpv6(text) }).toEqual({ text, isRead: true });
  }
  for (const text of ['::', '::1', '1::', '1:2:3:4:5:6:7::', '::2:3:4:5:6:7:8']) expect(readIpv6(text)).toHaveLength(8);
  for (const text of [
    '',
    ':',
    ':::',
    '1',
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    '1::2::3',
    ':1::',
    '::1:',
    '::1.2.3.4',
  ]) {
    expect({ text, groups: readIpv6(text) }).toEqual({ text, groups: undefined });
  }
});

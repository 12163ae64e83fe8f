import { expect, test } from 'bun:test';
import { timedTest } from '../../test/support/timed-test.ts';
import { readFields, readQuery } from './request-url.ts';

test('a plain name has its last value, and all of them under the name with brackets', () => {
  expect(readQuery('limit=1&limit=2&q=a+b')).toEqual({ limit: '2', 'limit[]': ['1', '2'], q: 'a b', 'q[]': ['a b'] });
});

test('a name with brackets has all of its values, however it is encoded', () => {
  expect(readQuery('filter[os]=iOS&filter%5Bos%5D=Linux&by[]=os')).toEqual({
    'filter[os]': ['iOS', 'Linux'],
    'by[]': ['os'],
  });
});

test('no name reaches a prototype', () => {
  for (const query of [readQuery('__proto__=x&a=1'), readQuery('filter[__proto__]=x'), readFields('__proto__=x')]) {
    expect(Object.getPrototypeOf(query)).toBeNull();
  }
  expect(Object.keys(readQuery('__proto__=x'))).toEqual(['__proto__', '__proto__[]']);
});

timedTest('a long query costs no more than its length', () => {
  // The least of many, for the machine may have other work.
  const timeOf = (count: number) => {
    const query = 'a&'.repeat(count);
    const times = Array.from({ length: 15 }, () => {
      const startMs = performance.now();
      readQuery(query);
      return performance.now() - startMs;
    });
    return Math.min(...times);
  };
  timeOf(4_000);
  // By the square it would be 256 times as much.
  expect(timeOf(32_000)).toBeLessThan(60 * timeOf(2_000));
});

test('a form keeps the last of a repeated name', () => {
  expect(readFields('a=1&a=2&b[]=3')).toEqual({ a: '2', 'b[]': '3' });
});

import { expect, test } from 'bun:test';
import { fastestCpuMs } from '../../test/support/measure.ts';
import { readFields, readQuery } from './request-url.ts';

test('a plain name has its last value, and all values under the name with brackets', () => {
  expect(readQuery('limit=1&limit=2&q=a+b')).toEqual({ limit: '2', 'limit[]': ['1', '2'], q: 'a b', 'q[]': ['a b'] });
});

test('a name with brackets has all of its values, however it is encoded', () => {
  expect(readQuery('filter[os]=iOS&filter%5Bos%5D=Linux&by[]=os')).toEqual({
    'filter[os]': ['iOS', 'Linux'],
    'by[]': ['os'],
  });
});

test('no parameter name reaches a prototype', () => {
  for (const query of [readQuery('__proto__=x&a=1'), readQuery('filter[__proto__]=x'), readFields('__proto__=x')]) {
    expect(Object.getPrototypeOf(query)).toBeNull();
  }
  expect(Object.keys(readQuery('__proto__=x'))).toEqual(['__proto__', '__proto__[]']);
});

test('parsing a long query takes linear time', () => {
  const timeOf = (count: number) => {
    const query = 'a&'.repeat(count);
    return fastestCpuMs(15, () => readQuery(query));
  };
  timeOf(4_000);
  // Quadratic time would take 256 times as long.
  expect(timeOf(32_000)).toBeLessThan(60 * timeOf(2_000));
});

test('a form keeps the last value of a repeated name', () => {
  expect(readFields('a=1&a=2&b[]=3')).toEqual({ a: '2', 'b[]': '3' });
});

import { expect, test } from 'bun:test';
import { utmQueryOf } from './utm-query.ts';

test.each([
  ['https://example.com/', ''],
  ['https://example.com/?utm_source=a&utm_medium=b', 'utm_source=a&utm_medium=b'],
  ['https://example.com/?id=5&utm_source=a&page=2#top', 'utm_source=a&page=2'],
  ['https://example.com/?my_utm_source=a', ''],
  ['https://example.com/?my_utm_source=a&utm_term=b', 'utm_term=b'],
  ['https://example.com/&utm_source=a', ''],
  ['https://example.com/utm_source=a?b=1', ''],
  ['https://example.com/#?utm_source=a', ''],
  ['mailto:a@example.com?subject=utm_', ''],
])('the UTM parameters of %s begin at %s', (url, query) => {
  expect(utmQueryOf(url)).toBe(query);
});

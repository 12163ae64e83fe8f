import { expect, test } from 'bun:test';
import { findSharedUrl } from './shared-url.ts';

test.each([
  ['url=https%3A%2F%2Fexample.com%2Fa%3Fb%3D1', 'https://example.com/a?b=1'],
  ['text=Look%3A+https%3A%2F%2Fexample.com%2Fa+nice', 'https://example.com/a'],
  ['title=https%3A%2F%2Fexample.com', 'https://example.com'],
  ['url=javascript%3Aalert(1)&text=hello', ''],
  ['', ''],
])('the address in ?%s is %s', (query, url) => {
  expect(findSharedUrl(new URLSearchParams(query))).toBe(url);
});

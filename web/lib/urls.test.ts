import { expect, test } from 'bun:test';
import { completeUrl, withoutScheme } from './urls.ts';

test.each([
  ['example.com/page', 'https://example.com/page'],
  ['  example.com ', 'https://example.com'],
  ['localhost:3000/a', 'https://localhost:3000/a'],
  ['http://example.com', 'http://example.com'],
  ['mailto:ada@example.com', 'mailto:ada@example.com'],
])('%p becomes %p', (typed, url) => {
  expect(completeUrl(typed)).toBe(url);
});

test('only http and https are removed from a URL', () => {
  expect(withoutScheme('https://sgn.example/spring')).toBe('sgn.example/spring');
  expect(withoutScheme('mailto:ada@example.com')).toBe('mailto:ada@example.com');
});

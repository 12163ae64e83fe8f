import { expect, test } from 'bun:test';
import { DESCRIPTION_LENGTH, readSharedPage } from './shared-page.ts';

test.each([
  [{ url: 'https://example.com/a?b=1' }, 'https://example.com/a?b=1'],
  [{ url: ' HTTP://example.com/a. ' }, 'HTTP://example.com/a.'],
  [{ text: 'Look: https://example.com/a nice' }, 'https://example.com/a'],
  [{ text: 'First http://one.example, then https://two.example' }, 'http://one.example'],
  [{ text: 'Read this (https://example.com/a).' }, 'https://example.com/a'],
  [{ text: 'https://en.example/wiki/Post_(sign)' }, 'https://en.example/wiki/Post_(sign)'],
  [{ text: 'See <https://example.com/a> or “https://example.com/b”' }, 'https://example.com/a'],
  [{ text: 'Really?\nhttps://example.com/?q=1!' }, 'https://example.com/?q=1'],
  [{ url: 'See https://example.com/a', text: 'https://example.com/b' }, 'https://example.com/a'],
  [{ url: '', title: 'https://example.com' }, 'https://example.com'],
  [{ url: 'javascript:alert(1)', text: 'hello' }, ''],
  [{ url: 'file:///etc/passwd' }, ''],
  [{ text: 'https:// is not an address' }, ''],
  [{}, ''],
])('the address in %j is %j', (params, url) => {
  expect(readSharedPage(new URLSearchParams(params as Record<string, string>)).url).toBe(url);
});

test('the title becomes the description, unless it is an address', () => {
  function descriptionOf(title: string): string {
    return readSharedPage(new URLSearchParams({ title, url: 'https://example.com' })).description;
  }
  expect(descriptionOf(' Spring sale ')).toBe('Spring sale');
  expect(descriptionOf('https://example.com')).toBe('');
  expect(descriptionOf('a'.repeat(2_000))).toHaveLength(DESCRIPTION_LENGTH);
});

import { expect, test } from 'bun:test';
import { bindCatalog, type Catalog, formatMessage, isPlural, parametersOf, withFallback } from './message.ts';

function write(message: Parameters<typeof formatMessage>[0], count: number, language: string): string {
  return formatMessage(message, { count }, { language, locale: language });
}

test('a placeholder takes its value, and a message without placeholders is a string', () => {
  const catalog: Catalog = { title: 'Keys', group: { deleted: '{name} deleted by {user}.' } };
  const texts = bindCatalog(catalog, { language: 'en', locale: 'en' }) as {
    title: string;
    group: { deleted(values: { name: string; user: string }): string };
  };
  expect(texts.title).toBe('Keys');
  expect(texts.group.deleted({ name: 'Spring', user: '{name}' })).toBe('Spring deleted by {name}.');
});

test('the plural form is chosen by the rules of the language', () => {
  const english = { one: '{count} link', other: '{count} links' };
  expect([0, 1, 2].map((count) => write(english, count, 'en'))).toEqual(['0 links', '1 link', '2 links']);
  const german = { one: 'ein Link', other: '{count} Links' };
  expect([1, 2].map((count) => write(german, count, 'de'))).toEqual(['ein Link', '2 Links']);
  // In French, zero takes the singular.
  const french = { one: '{count} lien', many: '{count} de liens', other: '{count} liens' };
  expect([0, 1, 2].map((count) => write(french, count, 'fr'))).toEqual(['0 lien', '1 lien', '2 liens']);
  const polish = { one: 'link', few: 'linki', many: 'linków', other: 'linku' };
  expect([1, 3, 5, 22, 1.5].map((count) => write(polish, count, 'pl'))).toEqual([
    'link',
    'linki',
    'linków',
    'linki',
    'linku',
  ]);
  const arabic = { zero: '0', one: '1', two: '2', few: '3-10', many: '11-99', other: '100' };
  expect([0, 1, 2, 7, 11, 100].map((count) => write(arabic, count, 'ar'))).toEqual([
    '0',
    '1',
    '2',
    '3-10',
    '11-99',
    '100',
  ]);
});

test('numbers are written in the locale of the reader, and texts are left as they are', () => {
  const values = { count: 12345, id: '12345' };
  expect(formatMessage('{count} of {id}', values, { language: 'en', locale: 'en-GB' })).toBe('12,345 of 12345');
  expect(formatMessage('{count} of {id}', values, { language: 'de', locale: 'de-DE' })).toBe('12.345 of 12345');
});

test('a missing plural form falls back to "other", and a missing value leaves the placeholder', () => {
  expect(write({ other: '{count} links' }, 1, 'en')).toBe('1 links');
  expect(formatMessage('{name} {toString}', {}, { language: 'en', locale: 'en' })).toBe('{name} {toString}');
});

test('an object is a plural only if it has "other" and no key but plural categories', () => {
  expect(isPlural({ one: 'a', other: 'b' })).toBe(true);
  expect(isPlural({ other: 'Other', unknown: 'Unknown' })).toBe(false);
  expect(isPlural({ one: 'a', two: 'b' })).toBe(false);
});

test('a plural takes the parameters of all its forms, and always "count"', () => {
  expect(parametersOf({ one: 'A link of {name}', other: 'Links' })).toEqual(['count', 'name']);
  expect(parametersOf({ one: 'A link', other: 'Links', language: 'en' })).toEqual(['count']);
  expect(parametersOf('{b} {a} {b}')).toEqual(['a', 'b']);
});

test('a missing translation falls back to English, in groups too', () => {
  const english: Catalog = { a: 'A', group: { b: 'B', c: { one: 'C', other: 'Cs' } }, d: { e: 'E' } };
  const translated: Catalog = { group: { c: 'Z' }, d: 'not a group', extra: 'X' };
  expect(withFallback(english, translated)).toEqual({ a: 'A', group: { b: 'B', c: 'Z' }, d: { e: 'E' } });
});

test('an English plural in another language keeps the English rules', () => {
  const english: Catalog = {
    links: { one: '{count} link', other: '{count} links' },
    tags: { one: 'tag', other: 'tags' },
  };
  const french: Catalog = { tags: { one: 'étiquette', many: 'étiquettes', other: 'étiquettes' } };
  // The dashboard receives the catalogs as JSON.
  const received = JSON.parse(JSON.stringify(withFallback(english, french))) as Catalog;
  const texts = bindCatalog(received, { language: 'fr', locale: 'fr' }) as Record<
    'links' | 'tags',
    (values: { count: number }) => string
  >;
  // French takes the singular for zero.
  expect([0, 1, 2].map((count) => texts.links({ count }))).toEqual(['0 links', '1 link', '2 links']);
  expect([0, 1, 2].map((count) => texts.tags({ count }))).toEqual(['étiquette', 'étiquette', 'étiquettes']);
});

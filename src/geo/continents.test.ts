import { expect, test } from 'bun:test';
import codes from 'i18n-iso-countries/codes.json' with { type: 'json' };
import { continentOf } from './continents.ts';

test('every country is on a continent', () => {
  const missing = [...codes.map(([code = '']) => code), 'XK'].filter((code) => continentOf(code) === undefined);
  expect(missing).toEqual([]);
});

test.each([
  ['DE', 'EU'],
  ['RU', 'EU'],
  ['TR', 'AS'],
  ['EG', 'AF'],
  ['MX', 'NA'],
  ['CL', 'SA'],
  ['NZ', 'OC'],
  ['AQ', 'AN'],
])('%s is in %s', (country, continent) => {
  expect(continentOf(country) as string).toBe(continent);
});

test('an unknown country is on none', () => {
  expect([continentOf(''), continentOf('ZZ')]).toEqual([undefined, undefined]);
});

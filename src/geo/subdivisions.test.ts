import { expect, test } from 'bun:test';
import { countryName } from './countries.ts';
import { foldPlace } from './fold-name.ts';
import { findSubdivision } from './subdivisions.ts';
import table from './subdivisions.txt' with { type: 'text' };

test.each([
  ['US-CA', 'California'],
  ['DE-BY', 'Bavaria'],
  ['CA-QC', 'Quebec'],
  ['GB-ENG', 'England'],
  ['FR-IDF', 'Ile-de-France'],
  ['JP-13', 'Tokyo'],
  ['AR-B', 'Buenos Aires'],
  ['AR-C', 'Buenos Aires F.D.'],
  ['IR-23', 'Tehran'],
  ['AU-ACT', 'ACT'],
])('%s is %s', (code, name) => {
  expect(findSubdivision(code)?.names.map(foldPlace)).toContain(foldPlace(name));
});

// Iran has new numbers since 2020, and a province must not have the name of another one.
test('no two codes of Iran have the same name', () => {
  const entries = /^IR\t(.*)$/m.exec(table)?.[1]?.split('\t') ?? [];
  const names = entries.flatMap((entry) => [...new Set(entry.slice('00='.length).split(';').map(foldPlace))]);
  expect([entries.length, new Set(names).size]).toEqual([31, names.length]);
});

test('a code that does not exist is not found', () => {
  expect(['US-XX', 'XX-CA', 'us-ca', 'US', ''].map(findSubdivision)).toEqual(Array(5).fill(undefined));
});

test('a territory with a country code of its own is found by it', () => {
  expect(findSubdivision('US-PR')).toMatchObject({ country: 'US', territory: 'PR' });
});

test('every line is a country with codes and names', () => {
  for (const line of table.trim().split('\n').slice(1)) {
    const [country = '', ...entries] = line.split('\t');
    expect([line, countryName(country)]).not.toEqual([line, undefined]);
    for (const entry of entries) expect(entry).toMatch(/^[A-Z\d]{1,3}=[^=;]+(;[^=;]+)*$/);
  }
});

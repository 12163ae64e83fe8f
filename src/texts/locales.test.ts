import { expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newFolder } from '../../test/support/engines.ts';
import { readLocales } from './locales.ts';
import type { Catalogue } from './message.ts';

function writeCatalogue(folder: string, path: string, catalogue: Catalogue): void {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), JSON.stringify(catalogue));
}

test('a language has every English text, translated or not, and no others', () => {
  const folder = newFolder();
  writeCatalogue(folder, 'en/links.json', { title: 'Links', total: { one: '{count} link', other: '{count} links' } });
  writeCatalogue(folder, 'en/keys.json', { title: 'Keys' });
  writeCatalogue(folder, 'de/links.json', { total: { one: 'ein Link', other: '{count} Links' }, old: 'Alt' });
  writeCatalogue(folder, 'fr/links.json', { title: 'Liens' });
  const locales = readLocales(folder);
  expect([...locales.keys()]).toEqual(['en', 'de', 'fr']);
  expect(locales.get('en')).toEqual({
    keys: { title: 'Keys' },
    links: { title: 'Links', total: { one: '{count} link', other: '{count} links' } },
  });
  expect(locales.get('de')).toEqual({
    keys: { title: 'Keys' },
    links: { title: 'Links', total: { one: 'ein Link', other: '{count} Links' } },
  });
  expect(locales.get('fr')).toEqual({
    keys: { title: 'Keys' },
    links: { title: 'Liens', total: { one: '{count} link', other: '{count} links', language: 'en' } },
  });
});

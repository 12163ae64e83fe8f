import { expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newFolder } from '../../test/support/engines.ts';
import { readLocales } from './locales.ts';
import type { Catalog } from './message.ts';

function writeCatalog(folder: string, path: string, catalog: Catalog): void {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), JSON.stringify(catalog));
}

test('a language has every English text, translated or not, and no others', () => {
  const folder = newFolder();
  writeCatalog(folder, 'en/links.json', { title: 'Links', total: { one: '{count} link', other: '{count} links' } });
  writeCatalog(folder, 'en/keys.json', { title: 'Keys' });
  writeCatalog(folder, 'de/links.json', { total: { one: 'ein Link', other: '{count} Links' }, old: 'Alt' });
  writeCatalog(folder, 'fr/links.json', { title: 'Liens' });
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

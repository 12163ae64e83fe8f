import { beforeEach, expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findTextProblems } from '../../scripts/check-texts.ts';
import { describeMissing, findMissingTranslations } from '../../scripts/missing-translations.ts';
import { newFolder } from '../support/engines.ts';

let checkout: string;

const english = {
  title: 'Links',
  deleted: '{name} deleted.',
  group: { total: { one: '{count} link', other: '{count} links' } },
};
const german = {
  title: 'Links',
  deleted: '{name} gelöscht.',
  group: { total: { one: 'Ein Link', other: '{count} Links' } },
};
const polish = {
  title: 'Linki',
  deleted: 'Usunięto {name}.',
  group: { total: { one: '{count} link', few: '{count} linki', many: '{count} linków', other: '{count} linku' } },
};

function writeCatalog(language: string, content: unknown, name = 'links.json'): void {
  mkdirSync(join(checkout, 'locales', language), { recursive: true });
  writeFileSync(
    join(checkout, 'locales', language, name),
    typeof content === 'string' ? content : JSON.stringify(content),
  );
}

beforeEach(() => {
  checkout = newFolder();
  mkdirSync(join(checkout, 'src'));
  mkdirSync(join(checkout, 'web'));
  writeFileSync(
    join(checkout, 'web/screen.tsx'),
    't.title; t.deleted({ name }); t.group.total({ count }); // t.unused',
  );
  writeCatalog('en', english);
  writeCatalog('de', german);
  writeCatalog('pl', polish);
});

test('complete translations pass, each with the plural forms of its own language', () => {
  expect(findTextProblems(checkout)).toEqual([]);
});

test('an unknown key is reported with its file and place', () => {
  writeCatalog('de', { ...german, title: undefined, group: { totl: 'Links' } });
  expect(findTextProblems(checkout)).toEqual([
    'locales/de/links.json: "group.totl": English has no such key. Remove it, or correct its name.',
  ]);
});

test('a placeholder that is missing or has another name is reported', () => {
  writeCatalog('de', { ...german, title: '{title}', deleted: '{nmae} gelöscht.' });
  expect(findTextProblems(checkout)).toEqual([
    'locales/de/links.json: "title": The placeholder {title} is not known here. English has none.',
    'locales/de/links.json: "deleted": The placeholder {name} is missing.',
    'locales/de/links.json: "deleted": The placeholder {nmae} is not known here. English has {name}.',
  ]);
});

test('a missing plural form and one that the language does not have are reported', () => {
  writeCatalog('pl', { ...polish, group: { total: { one: '{count} link', other: '{count} linków' } } });
  writeCatalog('de', { ...german, group: { total: { one: 'Ein Link', few: '', other: '{count} Links' } } });
  expect(findTextProblems(checkout)).toEqual([
    'locales/de/links.json: "group.total.few": The text is empty.',
    'locales/de/links.json: "group.total": "de" has no plural form "few". It has "one", "other".',
    'locales/pl/links.json: "group.total": The plural form "few", "many" is missing. "pl" needs "one", "few", "many", "other".',
  ]);
});

test('a text in place of a group, a lone brace, a list and broken JSON are reported', () => {
  writeCatalog('de', { ...german, deleted: '{name} gelöscht. {', group: 'Links' });
  writeCatalog('pl', { ...polish, title: ['Linki'] });
  writeCatalog('fr', '{"title": "Liens",}');
  const [brace, group, broken, list, ...rest] = findTextProblems(checkout);
  expect(brace).toBe('locales/de/links.json: "deleted": A curly brace is not part of a placeholder such as {name}.');
  expect(group).toBe('locales/de/links.json: "group": This is a text, but in English it is a group of texts.');
  expect(broken).toStartWith('locales/fr/links.json: The file is not valid JSON: ');
  expect(list).toBe(
    'locales/pl/links.json: "title": Only texts in quotation marks and groups in curly braces are allowed here.',
  );
  expect(rest).toEqual([]);
});

test('an extra file and a folder that is not a language are reported', () => {
  writeCatalog('en', { title: 'Keys' }, 'keys.json');
  writeCatalog('de', { title: 'Schlüssel' }, 'schluessel.json');
  writeCatalog('french', { title: 'Clés' }, 'keys.json');
  writeCatalog('pt_BR', { title: 'Chaves' }, 'keys.json');
  expect(findTextProblems(checkout)).toEqual([
    'locales/de/schluessel.json: English has no such file.',
    'locales/french: The name of the folder must be a language code, such as fr or pt-BR.',
    'locales/pt_BR: The name of the folder must be a language code, such as fr or pt-BR.',
  ]);
});

test('an English text that no code uses is reported; a comment does not count as use', () => {
  writeCatalog('en', { ...english, unused: 'Nobody reads this.' });
  writeCatalog('de', { ...german, unused: 'Das liest niemand.' });
  writeCatalog('pl', { ...polish, unused: 'Nikt tego nie czyta.' });
  expect(findTextProblems(checkout)).toEqual([
    'locales/en/links.json: "unused": The code does not use this text. Remove it.',
  ]);
});

test('a missing translation is not a problem, but a note names its file and key', () => {
  writeCatalog('en', { title: 'Keys', group: { add: 'Add key' } }, 'keys.json');
  writeFileSync(join(checkout, 'web/keys.tsx'), 't.title; t.group.add');
  writeCatalog('de', { deleted: german.deleted });
  writeCatalog('de', { title: 'Schlüssel' }, 'keys.json');
  expect(findTextProblems(checkout)).toEqual([]);
  const missing = findMissingTranslations(checkout);
  expect(missing).toEqual([
    { path: 'locales/de/keys.json', keys: ['group.add'] },
    { path: 'locales/de/links.json', keys: ['title', 'group.total'] },
    { path: 'locales/pl/keys.json', keys: ['title', 'group.add'] },
  ]);
  expect(describeMissing(missing)).toBe(
    [
      'Missing translations: 5. These texts are shown in English:',
      'locales/de/keys.json (1): group.add',
      'locales/de/links.json (2): title, group.total',
      'locales/pl/keys.json (2): title, group.add',
    ].join('\n'),
  );
});

test('complete translations have no note', () => {
  expect(describeMissing(findMissingTranslations(checkout))).toBeUndefined();
});

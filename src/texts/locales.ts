import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { embeddedLocales } from './embedded-locales.ts';
import { type Catalog, SOURCE_LANGUAGE, withFallback } from './message.ts';

/** The catalogs of one language by file name. */
export type LocaleCatalogs = Record<string, Catalog>;

const FOLDER = join(import.meta.dir, '../../locales');

function readJson(path: string): Catalog {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new Error(`${path} is not valid JSON`, { cause: error });
  }
}

function readLanguage(folder: string): LocaleCatalogs {
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort();
  return Object.fromEntries(files.map((file) => [file.slice(0, -'.json'.length), readJson(join(folder, file))]));
}

/** The languages of `locales/`, one folder each: English first, then by code. */
function listLanguages(folder: string): string[] {
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  return [SOURCE_LANGUAGE, ...names.filter((name) => name !== SOURCE_LANGUAGE).sort()];
}

function completeFrom(english: LocaleCatalogs, translated: LocaleCatalogs): LocaleCatalogs {
  return Object.fromEntries(
    Object.entries(english).map(([name, source]) => [name, withFallback(source, translated[name] ?? {})]),
  );
}

/** Reads every language of a folder. Missing translations are filled with the English texts. */
export function readLocales(folder = FOLDER): Map<string, LocaleCatalogs> {
  const english = readLanguage(join(folder, SOURCE_LANGUAGE));
  return new Map(
    listLanguages(folder).map((language) => [language, completeFrom(english, readLanguage(join(folder, language)))]),
  );
}

/** The languages of this program: a checkout reads them from `locales/`, the executable contains them. */
export function openLocales(): Map<string, LocaleCatalogs> {
  return embeddedLocales === undefined ? readLocales() : new Map(JSON.parse(embeddedLocales));
}

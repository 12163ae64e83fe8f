import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Catalog, SOURCE_LANGUAGE } from '../src/texts/message.ts';
import { eachMessage } from './check-texts.ts';

/** The texts of one file that are not translated. */
export interface MissingTranslations {
  /** Names the language and the file: `locales/fr/links.json`. */
  path: string;
  keys: string[];
}

function listKeys(path: string): string[] {
  if (!existsSync(path)) return [];
  const keys: string[] = [];
  try {
    eachMessage(JSON.parse(readFileSync(path, 'utf8')) as Catalog, '', (_, key) => keys.push(key));
  } catch {
    // `findTextProblems` reports files that cannot be read.
  }
  return keys;
}

/** Finds the English texts of a checkout that another language does not have. */
export function findMissingTranslations(root = '.'): MissingTranslations[] {
  const files = readdirSync(join(root, 'locales', SOURCE_LANGUAGE)).sort();
  const languages = readdirSync(join(root, 'locales')).sort();
  return languages.flatMap((language) =>
    files.flatMap((file) => {
      const translated = new Set(listKeys(join(root, 'locales', language, file)));
      const keys = listKeys(join(root, 'locales', SOURCE_LANGUAGE, file)).filter((key) => !translated.has(key));
      return keys.length > 0 ? [{ path: `locales/${language}/${file}`, keys }] : [];
    }),
  );
}

/** Counts and lists missing translations, one line for each file; undefined if there are none. */
export function describeMissing(missing: MissingTranslations[]): string | undefined {
  const count = missing.reduce((sum, { keys }) => sum + keys.length, 0);
  if (count === 0) return undefined;
  return [
    `Missing translations: ${count}. These texts are shown in English:`,
    ...missing.map(({ path, keys }) => `${path} (${keys.length}): ${keys.join(', ')}`),
  ].join('\n');
}

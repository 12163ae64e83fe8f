import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Glob } from 'bun';
import { type Catalog, isPlural, type Message, parametersOf, SOURCE_LANGUAGE } from '../src/texts/message.ts';

type Node = Message | Catalog;
/** Reports a problem at a key of the file that is being checked. */
type Report = (key: string, problem: string) => void;

function isMessage(node: Node): node is Message {
  return typeof node === 'string' || isPlural(node);
}

function placeOf(group: string, name: string): string {
  return group === '' ? name : `${group}.${name}`;
}

function kindOf(node: Node): string {
  return isMessage(node) ? 'a text' : 'a group of texts';
}

function writeList(names: string[]): string {
  return names.map((name) => `{${name}}`).join(', ');
}

/** Reports values that are not texts, braces that are not placeholders, and empty texts. */
function checkShape(node: unknown, key: string, report: Report): boolean {
  if (typeof node === 'string') {
    if (node.trim() === '') report(key, 'The text is empty.');
    if (/[{}]/.test(node.replace(/\{\w+\}/g, ''))) {
      report(key, 'A curly brace is not part of a placeholder such as {name}.');
    }
    return true;
  }
  if (typeof node !== 'object' || node === null || Array.isArray(node)) {
    report(key, 'Only texts in quotation marks and groups in curly braces are allowed here.');
    return false;
  }
  return Object.entries(node)
    .map(([name, child]) => checkShape(child, placeOf(key, name), report))
    .every(Boolean);
}

/** Reports missing plural forms of the language, and forms that it never uses. */
function checkPlural(message: Message, key: string, language: string, report: Report): void {
  if (typeof message === 'string') return;
  const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const missing = needed.filter((category) => !(category in message));
  const unknown = Object.keys(message).filter((category) => !needed.some((name) => name === category));
  const forms = needed.map((name) => `"${name}"`).join(', ');
  if (missing.length > 0)
    report(key, `The plural form "${missing.join('", "')}" is missing. "${language}" needs ${forms}.`);
  if (unknown.length > 0) report(key, `"${language}" has no plural form "${unknown.join('", "')}". It has ${forms}.`);
}

function checkParameters(english: Message, translated: Message, key: string, report: Report): void {
  const expected = parametersOf(english);
  const used = parametersOf(translated);
  // A form may omit the number, as in "one link".
  const missing = expected.filter((name) => name !== 'count' && !used.includes(name));
  const unknown = used.filter((name) => !expected.includes(name));
  if (missing.length > 0) report(key, `The placeholder ${writeList(missing)} is missing.`);
  if (unknown.length === 0) return;
  const allowed = expected.length > 0 ? `English has ${writeList(expected)}.` : 'English has none.';
  report(key, `The placeholder ${writeList(unknown)} is not known here. ${allowed}`);
}

function compare(english: Node, translated: Node, key: string, report: Report): void {
  if (isMessage(english) && isMessage(translated)) {
    checkParameters(english, translated, key, report);
  } else if (isMessage(english) || isMessage(translated)) {
    report(key, `This is ${kindOf(translated)}, but in English it is ${kindOf(english)}.`);
  } else {
    for (const [name, child] of Object.entries(translated)) {
      const source = english[name];
      if (source === undefined) report(placeOf(key, name), 'English has no such key. Remove it, or correct its name.');
      else compare(source, child, placeOf(key, name), report);
    }
  }
}

/** Calls `visit` for each message below a node, with its key in the file, such as `group.title`. */
export function eachMessage(node: Node, key: string, visit: (message: Message, key: string) => void): void {
  if (isMessage(node)) visit(node, key);
  else for (const [name, child] of Object.entries(node)) eachMessage(child, placeOf(key, name), visit);
}

/** Every word in the code that could be a key: an identifier or a string. */
function wordsOfCode(root: string): Set<string> {
  const words = new Set<string>();
  for (const path of new Glob('{src,web,client}/**/*.{ts,tsx}').scanSync(root)) {
    if (path.endsWith('.test.ts') || path === 'src/texts/catalogs.ts') continue;
    const code = readFileSync(join(root, path), 'utf8').replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gm, '');
    for (const [word] of code.matchAll(/[\w$]+(?:-[\w$]+)*/g)) words.add(word);
  }
  return words;
}

function isLanguageCode(name: string): boolean {
  try {
    return Intl.PluralRules.supportedLocalesOf(name)[0] === name;
  } catch {
    return false;
  }
}

/** The checkout to check, and a list for the problems. */
interface Context {
  root: string;
  /** Reads a catalog; undefined if it is invalid, which is reported. */
  readFile(path: string): Catalog | undefined;
  reporterOf(path: string): Report;
}

function createContext(root: string, problems: string[]): Context {
  const reporterOf = (path: string): Report => {
    return (key, problem) => problems.push(`${path}: ${key === '' ? '' : `"${key}": `}${problem}`);
  };
  function readFile(path: string): Catalog | undefined {
    const report = reporterOf(path);
    try {
      const content = JSON.parse(readFileSync(join(root, path), 'utf8'));
      return checkShape(content, '', report) ? content : undefined;
    } catch (error) {
      report('', `The file is not valid JSON: ${error instanceof Error ? error.message : error}`);
      return undefined;
    }
  }
  return { root, readFile, reporterOf };
}

type English = Map<string, Catalog | undefined>;

/** Reads the English catalogs; reports wrong plural forms and texts that the code does not use. */
function checkEnglish({ root, readFile, reporterOf }: Context): English {
  const folder = `locales/${SOURCE_LANGUAGE}`;
  const words = wordsOfCode(root);
  const english: English = new Map();
  for (const name of readdirSync(join(root, folder)).sort()) {
    const catalog = readFile(`${folder}/${name}`);
    const report = reporterOf(`${folder}/${name}`);
    english.set(name, catalog);
    eachMessage(catalog ?? {}, '', (message, key) => {
      checkPlural(message, key, SOURCE_LANGUAGE, report);
      if (!words.has(key.slice(key.lastIndexOf('.') + 1))) report(key, 'The code does not use this text. Remove it.');
    });
  }
  return english;
}

/** Reports where a translation contradicts English in its files, keys, parameters or plural forms. */
function checkTranslation(language: string, english: English, { root, readFile, reporterOf }: Context): void {
  const folder = `locales/${language}`;
  if (!isLanguageCode(language)) {
    reporterOf(folder)('', 'The name of the folder must be a language code, such as fr or pt-BR.');
    return;
  }
  for (const name of readdirSync(join(root, folder))) {
    if (!english.has(name)) reporterOf(`${folder}/${name}`)('', 'English has no such file.');
  }
  for (const [name, source] of english) {
    const report = reporterOf(`${folder}/${name}`);
    if (!existsSync(join(root, folder, name))) continue;
    const translated = readFile(`${folder}/${name}`);
    if (!translated || !source) continue;
    compare(source, translated, '', report);
    eachMessage(translated, '', (message, key) => checkPlural(message, key, language, report));
  }
}

/** The problems of all catalogs in a checkout: file, key and problem, one line each. A missing translation is not one. */
export function findTextProblems(root = '.'): string[] {
  const problems: string[] = [];
  const context = createContext(root, problems);
  const english = checkEnglish(context);
  for (const language of readdirSync(join(root, 'locales')).sort()) {
    if (language !== SOURCE_LANGUAGE) checkTranslation(language, english, context);
  }
  return problems;
}

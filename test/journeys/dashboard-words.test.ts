import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { Glob } from 'bun';
import { inReadersWords } from '../../web/lib/api-words.ts';
import { language } from '../../web/lib/texts.ts';

const LITERAL = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g;

/** The texts in a piece of code, comments aside; a value that is put in is taken to be a number. */
function textsIn(code: string): string[] {
  const bare = code.replace(/^\s*(?:\/\/|\/?\*).*$/gm, '');
  return [...bare.matchAll(LITERAL)].map(([, ...texts]) => texts.find(Boolean)?.replace(/\$\{[^}]*\}/g, '7') ?? '');
}

/** Everything that the server has words for, as the dashboard shows it: with a capital. */
function readSaid(): string[] {
  const files = [...new Glob('src/**/*.ts').scanSync('.')].filter((file) => !file.endsWith('.test.ts'));
  const texts = files.flatMap((file) => textsIn(readFileSync(file, 'utf8')));
  return [...new Set(texts)].map((text) => text.charAt(0).toUpperCase() + text.slice(1));
}

function toPattern(english: string): RegExp {
  const anything: Record<string, string> = { '#': '\\d+', '…': '.+' };
  const parts = english.split(/([#…])/).map((part) => anything[part] ?? RegExp.escape(part));
  return new RegExp(`^${parts.join('')}$`);
}

/** The sentences on the left of the dashboard's table. */
function readTranslated(): string[] {
  const table = readFileSync('web/lib/api-words.ts', 'utf8');
  return [...table.matchAll(/^ {2}(?:'([^'\n]+)'|"([^"\n]+)"):/gm)].map(([, single, double]) => single ?? double ?? '');
}

beforeAll(() => language.set('de'));
afterAll(() => language.set('en'));

test('every sentence that the dashboard has German for is one that the server can say', () => {
  const said = readSaid();
  const translated = readTranslated();
  expect(translated.length).toBeGreaterThan(50);
  const heard = translated.map((english) => {
    const pattern = toPattern(english);
    return { english, sentence: said.find((one) => pattern.test(one)) };
  });
  expect(heard.filter(({ sentence }) => sentence === undefined).map(({ english }) => english)).toEqual([]);
  expect(heard.filter(({ sentence = '' }) => inReadersWords(sentence) === sentence)).toEqual([]);
});

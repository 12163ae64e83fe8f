import { isReservedOnMainHost } from '../../core/reserved-words.ts';
import { makeShortCode } from '../../lib/short-code.ts';

const MAX_LENGTH = 60;
const NUMBERED = 5;
const RANDOM = 4;

// Letters that Unicode does not decompose into a letter of a to z and a diacritic.
const SPELLED: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ı: 'i' };

/** Turns a name into a slug; "" if no character of it can be used. */
export function slugify(name: string): string {
  const plain = name
    .toLowerCase()
    .replace(/[ßæœøđðþłı]/g, (letter) => SPELLED[letter] ?? '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '');
  return plain
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_LENGTH)
    .replace(/^-+|-+$/g, '');
}

/** Slugs to try for a page of this name, best first; never a reserved word. */
export function* slugsFor(name: string): Generator<string> {
  for (const slug of suggestSlugs(name)) if (!isReservedOnMainHost(slug)) yield slug;
}

function* suggestSlugs(name: string): Generator<string> {
  const base = slugify(name);
  if (base !== '') {
    yield base;
    for (let number = 2; number <= NUMBERED; number += 1) yield `${base}-${number}`;
  }
  for (let tries = 0; tries < RANDOM; tries += 1) {
    const code = makeShortCode(0);
    yield base === '' ? code : `${base}-${code}`;
  }
}

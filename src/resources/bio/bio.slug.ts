import { isReservedOnMainHost } from '../../core/reserved-words.ts';
import { makeShortCode } from '../../lib/short-code.ts';
import { slugify } from '../../lib/slugify.ts';

const LAST_NUMBER = 5;
const RANDOM_TRIES = 4;

/** Slugs to try for a page of this name, best first; never a reserved word. */
export function* slugsFor(name: string): Generator<string> {
  for (const slug of suggestSlugs(name)) if (!isReservedOnMainHost(slug)) yield slug;
}

function* suggestSlugs(name: string): Generator<string> {
  const base = slugify(name);
  if (base !== '') {
    yield base;
    for (let number = 2; number <= LAST_NUMBER; number += 1) yield `${base}-${number}`;
  }
  for (let tries = 0; tries < RANDOM_TRIES; tries += 1) {
    const code = makeShortCode(0);
    yield base === '' ? code : `${base}-${code}`;
  }
}

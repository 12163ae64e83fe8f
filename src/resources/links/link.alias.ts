import { isReserved } from '../../core/reserved-words.ts';

// Without 0 and O, 1, l and I: an alias is read aloud and typed from paper.
const ALPHABET = '23456789abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ';

const SHORTEST = 7;
const GUESSES_PER_HIT = 1_000_000;

/** So long that, with this many links, a guess hits at most once in a million. */
export function aliasLength(linkCount: number): number {
  const wanted = Math.max(1, linkCount) * GUESSES_PER_HIT;
  return Math.max(SHORTEST, Math.ceil(Math.log(wanted) / Math.log(ALPHABET.length)));
}

/** Random characters of the alphabet, each equally likely. */
function randomText(length: number): string {
  // Bytes past the last whole multiple would favour the first letters.
  const fair = 256 - (256 % ALPHABET.length);
  let text = '';
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      if (byte < fair && text.length < length) text += ALPHABET[byte % ALPHABET.length];
    }
  }
  return text;
}

/** A new random alias for a store with this many links. */
export function makeAlias(linkCount: number): string {
  const alias = randomText(aliasLength(linkCount));
  return isReserved(alias) ? makeAlias(linkCount) : alias;
}

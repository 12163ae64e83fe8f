// Without 0 and O, 1, l and I: a code is read aloud and typed from paper.
const ALPHABET = '23456789abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ';

const SHORTEST = 7;
const GUESSES_PER_HIT = 1_000_000;

/** So long that, where this many are given out, a guess hits at most once in a million. */
export function shortCodeLength(count: number): number {
  const wanted = Math.max(1, count) * GUESSES_PER_HIT;
  return Math.max(SHORTEST, Math.ceil(Math.log(wanted) / Math.log(ALPHABET.length)));
}

/** Random characters for an address that nobody should guess, each equally likely. */
export function makeShortCode(count: number): string {
  const length = shortCodeLength(count);
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

// Without 0, O, 1, l and I: people read codes aloud and type them from paper.
const ALPHABET = '23456789abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ';

const SHORTEST = 7;
const GUESSES_PER_HIT = 1_000_000;

/** The length at which, with this many codes in use, a guess succeeds at most once in a million. */
export function shortCodeLength(count: number): number {
  const wanted = Math.max(1, count) * GUESSES_PER_HIT;
  return Math.max(SHORTEST, Math.ceil(Math.log(wanted) / Math.log(ALPHABET.length)));
}

/** Uniformly random characters of this length. */
export function makeCode(length: number): string {
  // Rejects bytes past the last whole multiple, which would favor the first letters.
  const fair = 256 - (256 % ALPHABET.length);
  let text = '';
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      if (byte < fair && text.length < length) text += ALPHABET[byte % ALPHABET.length];
    }
  }
  return text;
}

/** Uniformly random characters for an address that must not be guessable. */
export function makeShortCode(count: number): string {
  return makeCode(shortCodeLength(count));
}

/** The first path segments that are ours, today or soon; no link and no page of a user's may take them. */
export const reservedWords: ReadonlySet<string> = new Set([
  'api',
  'app',
  'assets',
  'avatar',
  'card',
  'cta',
  'docs',
  'file',
  'healthz',
  'internal',
  'metrics',
  'q',
  'qr',
  'r',
  'readyz',
  'setup',
  'u',
]);

/** Whether a word is reserved, in any case. */
export function isReserved(word: string): boolean {
  return reservedWords.has(word.toLowerCase());
}

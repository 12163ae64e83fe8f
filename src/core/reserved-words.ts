/** First path segments that this program uses or will use. No link and no page of a user may have them, on any domain. */
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
  'mcp',
  'metrics',
  'q',
  'qr',
  'r',
  'readyz',
  'setup',
  'u',
]);

/** Whether a word is reserved, ignoring case. */
export function isReserved(word: string): boolean {
  return reservedWords.has(word.toLowerCase());
}

/** Words that visitors of the main host would mistake for pages of this service; on a branded domain they are free. */
export const mainHostWords: ReadonlySet<string> = new Set([
  'account',
  'admin',
  'auth',
  'billing',
  'dashboard',
  'log-in',
  'log-out',
  'login',
  'logout',
  'oauth',
  'password',
  'register',
  'reset',
  'security',
  'settings',
  'sign-in',
  'sign-out',
  'sign-up',
  'signin',
  'signout',
  'signup',
  'sso',
  'support',
  'verify',
]);

let compatibleWords: ReadonlySet<string> = new Set();

/** Sets the words that compatible APIs reserve in this process, which serves one operator; called once, before the first request. */
export function setCompatibleWords(words: Iterable<string>): void {
  compatibleWords = new Set(words);
}

/** Whether a word is reserved on the main host, ignoring case. A link or page that already has it keeps it. */
export function isReservedOnMainHost(word: string): boolean {
  const lower = word.toLowerCase();
  return isReserved(lower) || mainHostWords.has(lower) || compatibleWords.has(lower);
}

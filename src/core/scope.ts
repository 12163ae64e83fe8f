/** What a key may be limited to; statistics can only be read. */
const scopedNouns = [
  'links',
  'qr',
  'campaigns',
  'channels',
  'bio',
  'domains',
  'pixels',
  'overlays',
  'webhooks',
  'files',
] as const;

type ScopedNoun = (typeof scopedNouns)[number];

type Action = 'read' | 'write';

/** What a key may be limited to. */
type KeyScope = `${ScopedNoun}:${Action}` | 'stats:read' | 'account';

/**
 * What an endpoint needs. `any` is one noun, whichever, for endpoints that act on several and check the noun themselves; `all:read`
 * is the reading of all nouns and of statistics.
 */
export type Scope = KeyScope | `any:${Action}` | 'all:read';

/** What a key may be given: single scopes, or `read` and `write` for all nouns. */
export type GrantedScope = KeyScope | Action;

const allScopes: readonly KeyScope[] = [
  ...scopedNouns.flatMap((noun): KeyScope[] => [`${noun}:read`, `${noun}:write`]),
  'stats:read',
  'account',
];

/** Everything that can be read, except the account. */
const readingScopes = allScopes.filter((scope) => scope.endsWith(':read'));

export const grantableScopes: readonly GrantedScope[] = ['read', 'write', ...allScopes];

/** The scopes that a key can have for an endpoint that needs this: one of `anyOf`, or all of `allOf`; undefined for a single one. */
export function listScopes(needed: Scope): { anyOf: KeyScope[] } | { allOf: KeyScope[] } | undefined {
  const [noun, action] = needed.split(':');
  if (noun === 'all') return { allOf: [...readingScopes] };
  return noun === 'any' ? { anyOf: scopedNouns.map((one): KeyScope => `${one}:${action as Action}`) } : undefined;
}

/** The scopes of a key; null if it may do what its user may. */
export type KeyScopes = readonly GrantedScope[] | null;

/** Whether a key with these scopes may use an endpoint. */
export function hasScope(granted: KeyScopes, needed: Scope): boolean {
  if (granted === null) return true;
  // `read` and `write` do not contain `account`, which has no colon.
  const [noun, action] = needed.split(':');
  if (granted.includes(action as Action)) return true;
  if (noun === 'all') return readingScopes.every((one) => granted.includes(one));
  if (noun !== 'any') return granted.includes(needed as KeyScope);
  return scopedNouns.some((one) => granted.includes(`${one}:${action as Action}`));
}

/** The first scope of `wanted` that `granted` does not contain. A key without scopes has all of them. */
export function findMissingScope(granted: KeyScopes, wanted: KeyScopes): KeyScope | undefined {
  return allScopes.find((scope) => hasScope(wanted, scope) && !hasScope(granted, scope));
}

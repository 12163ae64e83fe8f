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

/** What an endpoint needs. */
export type Scope = `${ScopedNoun}:${'read' | 'write'}` | 'stats:read' | 'account';

/** What a key may be given: single scopes, or `read` and `write` for all nouns. */
export type GrantedScope = Scope | 'read' | 'write';

const allScopes: readonly Scope[] = [
  ...scopedNouns.flatMap((noun): Scope[] => [`${noun}:read`, `${noun}:write`]),
  'stats:read',
  'account',
];

export const grantableScopes: readonly GrantedScope[] = ['read', 'write', ...allScopes];

/** The scopes of a key; null if it may do what its user may. */
export type KeyScopes = readonly GrantedScope[] | null;

/** Whether a key with these scopes may use an endpoint. */
export function hasScope(granted: KeyScopes, needed: Scope): boolean {
  if (granted === null || granted.includes(needed)) return true;
  // `read` and `write` do not contain `account`, which has no colon.
  const [, action] = needed.split(':');
  return granted.includes(action as GrantedScope);
}

/** The first scope of `wanted` that `granted` does not contain. A key without scopes has all of them. */
export function findMissingScope(granted: KeyScopes, wanted: KeyScopes): Scope | undefined {
  return allScopes.find((scope) => hasScope(wanted, scope) && !hasScope(granted, scope));
}

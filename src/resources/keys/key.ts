import { failure } from '../../core/errors.ts';
import type { KeyScopes } from '../../core/scope.ts';
import { randomToken, sha256 } from '../../lib/token.ts';
import type { NewKey, SigningProduct } from './key.contract.ts';

/** An API key as it is stored, without the key itself. */
export interface Key {
  id: number;
  workspaceId: number;
  /** Whose key it is; only in the list of a shared workspace. */
  user?: { id: number; name: string };
  name: string;
  /** The last four characters, so that its owner recognizes it. */
  hint: string;
  /** Whether it may change the account and its keys. */
  managesAccount: boolean;
  scopes: KeyScopes;
  addresses: readonly string[] | null;
  rateLimit: number | null;
  /** The products whose clients may sign in with a signature of the key. */
  compatible: readonly SigningProduct[];
  expiresAt: number | null;
  usedAt: number | null;
  createdAt: number;
}

/** The scopes of a new key. `account: true` is the scope of this name. */
export function scopesOf({ scopes, account }: Pick<NewKey, 'scopes' | 'account'>): KeyScopes {
  if (!scopes) return null;
  return [...new Set(account === true ? [...scopes, 'account' as const] : scopes)];
}

/** When a new key ends; null for never. */
export function expiresAtOf({ expires, expiry }: Pick<NewKey, 'expires' | 'expiry'>): number | null {
  return expires ?? expiry ?? null;
}

/** The maximum number of keys per user: more suggest a faulty program, and could hide an attacker's key. */
export const MAX_KEYS = 100;

const KEY_SHAPE = /^sp_[A-Za-z0-9_-]{43}$/;

/** A new key of 256 random bits, with the hash to store. */
export function makeKey(): { key: string; hash: string; hint: string } {
  const key = `sp_${randomToken(32)}`;
  return { key, hash: sha256(key), hint: key.slice(-4) };
}

/** The hash that finds a key in the store; undefined for text that cannot be a key, which saves a query. */
export function hashKey(key: string): string | undefined {
  return KEY_SHAPE.test(key) ? sha256(key) : undefined;
}

export const keyNotFound = failure('not_found', 'key_not_found', 'Get the ID from `GET /api/keys`.');

export const tooManyKeys = failure(
  'conflict',
  'too_many_keys',
  'Delete keys that are no longer used; `GET /api/keys` shows when each was last used.',
  { max: MAX_KEYS },
);

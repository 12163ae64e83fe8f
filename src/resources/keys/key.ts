import { failure } from '../../core/errors.ts';
import { randomToken, sha256 } from '../../lib/token.ts';

/** An API key as it is kept: never the key itself. */
export interface Key {
  id: number;
  name: string;
  /** The last four characters, by which its owner can tell it from others. */
  hint: string;
  /** Whether it may change the account and its keys. */
  managesAccount: boolean;
  expiresAt: number | null;
  usedAt: number | null;
  createdAt: number;
}

/** More than this many keys of one user is a program that has gone wrong, or an attacker who hides one among them. */
export const MAX_KEYS = 100;

const KEY_SHAPE = /^sp_[A-Za-z0-9_-]{43}$/;

/** A new key of 256 random bits, with what is stored of it. */
export function makeKey(): { key: string; hash: string; hint: string } {
  const key = `sp_${randomToken(32)}`;
  return { key, hash: sha256(key), hint: key.slice(-4) };
}

/** By what a key is found in the store; undefined for text that cannot be one, which then costs no query. */
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

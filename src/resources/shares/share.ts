import { failure } from '../../core/errors.ts';
import { equalsSafely, randomToken, sha256, sign } from '../../lib/token.ts';

/** The link or the campaign whose statistics are shared. */
export interface ShareSubject {
  noun: 'link' | 'campaign';
  id: number;
}

/** Statistics that anyone with a secret URL can read, if there is a password, only with it. */
export interface Share {
  subject: ShareSubject;
  userId: number;
  /** The token is derived from this value and the server secret. */
  nonce: string;
  /** SHA-256 of the token. */
  hash: string;
  passwordHash: string | null;
  /** When sharing ends; null = never. */
  expiresAt: number | null;
  createdAt: number;
}

const NONCE_BYTES = 16;
// Each character has six bits, so the token has more than 128.
const SIGNATURE_LENGTH = 22;
const TOKEN_SHAPE = /^ss_[\w-]{22}$/;

function tokenFrom(secret: string, { noun, id }: ShareSubject, nonce: string): string {
  const subject = noun === 'link' ? id : `${noun}:${id}`;
  return `ss_${sign(secret, `share:${subject}:${nonce}`).slice(0, SIGNATURE_LENGTH)}`;
}

/** The stored values of a new share; without the server secret they do not reveal the token. */
export function makeShare(secret: string, subject: ShareSubject): Pick<Share, 'nonce' | 'hash'> {
  const nonce = randomToken(NONCE_BYTES);
  return { nonce, hash: sha256(tokenFrom(secret, subject, nonce)) };
}

/** The token of a share; undefined if the server secret has changed since, which invalidates all shares. */
export function tokenOf(
  secret: string,
  { subject, nonce, hash }: Pick<Share, 'subject' | 'nonce' | 'hash'>,
): string | undefined {
  const token = tokenFrom(secret, subject, nonce);
  return equalsSafely(sha256(token), hash) ? token : undefined;
}

/** The hash that finds a share in the store; undefined for text that cannot be a token, which saves a query. */
export function hashShareToken(token: string): string | undefined {
  return TOKEN_SHAPE.test(token) ? sha256(token) : undefined;
}

/** Whether sharing has ended; an ended share is treated as if it did not exist. */
export function hasEnded({ expiresAt }: Pick<Share, 'expiresAt'>, now: number): boolean {
  return expiresAt !== null && expiresAt <= now;
}

export const shareNotFound = failure(
  'not_found',
  'share_not_found',
  'Ask the owner for a new link; `POST /api/url/:id/share` or `POST /api/campaign/:id/share` creates it.',
);

export const sharePasswordRequired = failure(
  'forbidden',
  'share_password_required',
  'Send the password to `POST /api/shared/:token/access`, and use the token of its response.',
);

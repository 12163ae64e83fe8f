import { failure } from '../../core/errors.ts';
import { equalsSafely, randomToken, sha256, sign } from '../../lib/token.ts';

/** A link whose statistics are readable by anyone with a secret URL. */
export interface Share {
  linkId: number;
  /** The token is derived from this value and the server secret. */
  nonce: string;
  /** SHA-256 of the token. */
  hash: string;
  createdAt: number;
}

const NONCE_BYTES = 16;
// Each character has six bits, so the token has more than 128.
const SIGNATURE_LENGTH = 22;
const TOKEN_SHAPE = /^ss_[\w-]{22}$/;

function tokenFrom(secret: string, linkId: number, nonce: string): string {
  return `ss_${sign(secret, `share:${linkId}:${nonce}`).slice(0, SIGNATURE_LENGTH)}`;
}

/** The stored values of a new share; without the server secret they do not reveal the token. */
export function makeShare(secret: string, linkId: number): Pick<Share, 'nonce' | 'hash'> {
  const nonce = randomToken(NONCE_BYTES);
  return { nonce, hash: sha256(tokenFrom(secret, linkId, nonce)) };
}

/** The token of a share; undefined if the server secret has changed since, which invalidates all shares. */
export function tokenOf(secret: string, { linkId, nonce, hash }: Share): string | undefined {
  const token = tokenFrom(secret, linkId, nonce);
  return equalsSafely(sha256(token), hash) ? token : undefined;
}

/** The hash that finds a share in the store; undefined for text that cannot be a token, which saves a query. */
export function hashShareToken(token: string): string | undefined {
  return TOKEN_SHAPE.test(token) ? sha256(token) : undefined;
}

export const shareNotFound = failure(
  'not_found',
  'share_not_found',
  'Ask the owner for a new link; `POST /api/url/:id/share` creates it.',
);

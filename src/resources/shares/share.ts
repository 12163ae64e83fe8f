import { failure } from '../../core/errors.ts';
import { equalsSafely, randomToken, sha256, sign } from '../../lib/token.ts';

/** A link whose statistics anyone may read who has its secret address. */
export interface Share {
  linkId: number;
  /** Makes the token, together with the server's own secret. */
  nonce: string;
  /** SHA-256 of the token. */
  hash: string;
  createdAt: number;
}

const NONCE_BYTES = 16;
// Of six bits each: more than 128.
const MARK_LENGTH = 22;
const TOKEN_SHAPE = /^ss_[\w-]{22}$/;

function tokenFrom(secret: string, linkId: number, nonce: string): string {
  return `ss_${sign(secret, `share:${linkId}:${nonce}`).slice(0, MARK_LENGTH)}`;
}

/** What is stored of a new share: nothing that opens it without the server's secret. */
export function makeShare(secret: string, linkId: number): Pick<Share, 'nonce' | 'hash'> {
  const nonce = randomToken(NONCE_BYTES);
  return { nonce, hash: sha256(tokenFrom(secret, linkId, nonce)) };
}

/** The token of a share; undefined where the server's secret is another by now, which ends all that it made. */
export function tokenOf(secret: string, { linkId, nonce, hash }: Share): string | undefined {
  const token = tokenFrom(secret, linkId, nonce);
  return equalsSafely(sha256(token), hash) ? token : undefined;
}

/** By what a token is found in the store; undefined for text that cannot be one, which then costs no query. */
export function hashShareToken(token: string): string | undefined {
  return TOKEN_SHAPE.test(token) ? sha256(token) : undefined;
}

export const shareNotFound = failure(
  'not_found',
  'share_not_found',
  'These statistics are not shared.',
  'Ask whoever gave you the address for a new one; the owner makes it with `POST /api/url/:id/share`.',
);

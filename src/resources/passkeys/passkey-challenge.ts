import { equalsSafely, randomToken, sign } from '../../lib/token.ts';

/** What a challenge is for. Adding a passkey and proving an identity belong to one session. */
export type ChallengePurpose =
  | { kind: 'sign-in' }
  | { kind: 'add'; userId: number; sessionId: number }
  | { kind: 'proof'; userId: number; sessionId: number };

/** A challenge that is valid, if it was not used before. */
export interface Challenge {
  /** The random part; unique. */
  nonce: string;
  expiresAt: number;
}

/** How long a user may take to confirm with the device. */
export const CHALLENGE_MS = 5 * 60_000;

const PARTS = /^(\d{1,15})\.([\w-]{22})\.([\w-]{43})$/;

function signatureOf(secret: string, purpose: ChallengePurpose, expiresAt: number, nonce: string): string {
  const whose = purpose.kind === 'sign-in' ? '' : ` ${purpose.userId} ${purpose.sessionId}`;
  return sign(secret, `passkey ${purpose.kind}${whose} ${expiresAt} ${nonce}`);
}

/** A challenge as base64url. It contains its own signature, so it needs no row until it is used, and every node accepts it. */
export function makeChallenge(secret: string, purpose: ChallengePurpose, now: number): string {
  const [expiresAt, nonce] = [now + CHALLENGE_MS, randomToken(16)];
  const signature = signatureOf(secret, purpose, expiresAt, nonce);
  return Buffer.from(`${expiresAt}.${nonce}.${signature}`).toString('base64url');
}

/** Reads a challenge; undefined if it has expired, or was made for another purpose or by another server. */
export function readChallenge(
  secret: string,
  purpose: ChallengePurpose,
  challenge: string,
  now: number,
): Challenge | undefined {
  const [, end = '', nonce = '', signature = ''] = PARTS.exec(Buffer.from(challenge, 'base64url').toString()) ?? [];
  const expiresAt = Number(end);
  if (!nonce || expiresAt <= now) return undefined;
  return equalsSafely(signature, signatureOf(secret, purpose, expiresAt, nonce)) ? { nonce, expiresAt } : undefined;
}

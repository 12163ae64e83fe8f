import { describeAgent } from '../../agent/describe-agent.ts';
import { failure } from '../../core/errors.ts';
import { randomToken, sha256 } from '../../lib/token.ts';

/** A signed-in browser as it is stored, without the token in its cookie. */
export interface Session {
  id: number;
  /** The browser and operating system from its User-Agent. */
  agent: string;
  usedAt: number;
  expiresAt: number;
  createdAt: number;
}

/** How long a session lasts after its last use. */
export const SESSION_MS = 30 * 86_400_000;

/** How long a proof of the password, or of something as strong, allows changes of credentials. */
export const PROOF_MS = 10 * 60_000;

/** The maximum number of sessions per user; a new one replaces the least recently used. */
export const MAX_SESSIONS = 50;

const TOKEN_SHAPE = /^[A-Za-z0-9_-]{43}$/;

/** A new token of 256 random bits, with the hash to store. */
export function makeToken(): { token: string; hash: string } {
  const token = randomToken(32);
  return { token, hash: sha256(token) };
}

/** The hash that finds a session in the store; undefined for text that cannot be a token, which saves a query. */
export function hashSessionToken(token: string): string | undefined {
  return TOKEN_SHAPE.test(token) ? sha256(token) : undefined;
}

/** "Firefox on Windows", or the known part of it. */
export function nameAgent(userAgent: string): string {
  const { browser, os } = describeAgent(userAgent);
  return [browser, os].filter(Boolean).join(' on ') || 'Unknown program';
}

export const signInFailed = failure(
  'unauthenticated',
  'sign_in_failed',
  'Check both. After five wrong tries in a minute from one address, wait until that minute is over.',
);

export const sessionNotFound = failure(
  'not_found',
  'session_not_found',
  'Get the ID from `GET /api/sessions`. A key has no session of its own.',
);

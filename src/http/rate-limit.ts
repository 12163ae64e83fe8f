import type { Principal } from '../core/principal.ts';
import type { RateRule, RateVerdict, RateWindows } from '../core/rate-window.ts';
import { limitGroup } from '../lib/ip.ts';
import { rateLimited } from './failures.ts';
import type { Route } from './route.ts';

// A page of the dashboard sends several requests at once.
const SESSION_LIMIT = 600;

// All keys of a user together have the limit of this many keys.
const KEYS_AT_FULL_RATE = 10;

// All sessions of a user together have the limit of this many sessions: a person uses a few browsers at once.
const SESSIONS_AT_FULL_RATE = 3;

/** The bucket of a request: its session or key if valid, else its address. */
function bucketOf(principal: Principal | undefined, address: string): string {
  if (!principal) return `address:${limitGroup(address)}`;
  return 'sessionId' in principal ? `session:${principal.sessionId}` : `key:${principal.keyId}`;
}

/** The limit of a request; sessions have their own, and a key may have a lower one. */
function ruleOf(principal: Principal | undefined, rule: RateRule): RateRule {
  if (!principal) return rule;
  if ('sessionId' in principal) return { ...rule, limit: SESSION_LIMIT };
  return principal.rateLimit === null ? rule : { ...rule, limit: Math.min(principal.rateLimit, rule.limit) };
}

/** The window of all keys of a user, or of all sessions. */
function windowOfUser(principal: Principal, rule: RateRule): [bucket: string, rule: RateRule] {
  const { userId } = principal;
  if ('sessionId' in principal)
    return [`sessions:${userId}`, { ...rule, limit: SESSION_LIMIT * SESSIONS_AT_FULL_RATE }];
  return [`user:${userId}`, { ...rule, limit: rule.limit * KEYS_AT_FULL_RATE }];
}

/**
 * Counts a request in the window of its key or session, and in a window of its user; the verdict is that of the window that refuses. A
 * request that the user's window refuses does not count for the key or session.
 */
export async function takeRequest(
  windows: RateWindows,
  rule: RateRule,
  principal: Principal | undefined,
  address: string,
): Promise<RateVerdict> {
  const bucket = bucketOf(principal, address);
  const verdict = await windows.take(bucket, ruleOf(principal, rule));
  if (!verdict.isAllowed || !principal) return verdict;
  const ofUser = await windows.take(...windowOfUser(principal, rule));
  if (ofUser.isAllowed) return verdict;
  await windows.giveBack(bucket);
  return ofUser;
}

/** Counts a request in the additional window of its endpoint; undefined if it has none. */
export async function takeRouteLimit(
  { limit }: Route,
  address: string,
  windows: RateWindows,
): Promise<RateVerdict | undefined> {
  return limit && windows.take(`${limit.name}:${limitGroup(address)}`, limit.rule);
}

/** Sets the three rate limit headers of every API response. */
export function setRateHeaders(headers: Headers, verdict: RateVerdict): void {
  headers.set('X-RateLimit-Limit', String(verdict.limit));
  headers.set('X-RateLimit-Remaining', String(verdict.remaining));
  headers.set('X-RateLimit-Reset', String(Math.ceil(verdict.resetAtMs / 1000)));
}

/** Throws if the window is used up. */
export function assertAllowed(verdict: RateVerdict | undefined, now: number): void {
  if (!verdict || verdict.isAllowed) return;
  const retryAfterSeconds = Math.max(1, Math.ceil((verdict.resetAtMs - now) / 1000));
  throw rateLimited({ retryAfterSeconds });
}

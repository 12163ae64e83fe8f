import type { Principal } from '../core/principal.ts';
import type { RateVerdict } from '../core/rate-window.ts';
import { limitGroup } from '../lib/ip.ts';
import { rateLimited } from './failures.ts';

/** What a request counts against: its key where it has a valid one, else its address. */
export function bucketOf(principal: Principal | undefined, address: string): string {
  return principal ? `key:${principal.keyId}` : `address:${limitGroup(address)}`;
}

/** The three headers that every API answer carries. */
export function setRateHeaders(headers: Headers, verdict: RateVerdict): void {
  headers.set('X-RateLimit-Limit', String(verdict.limit));
  headers.set('X-RateLimit-Remaining', String(verdict.remaining));
  headers.set('X-RateLimit-Reset', String(Math.ceil(verdict.resetAtMs / 1000)));
}

/** Throws once the window is spent. */
export function assertAllowed(verdict: RateVerdict, now: number): void {
  if (verdict.isAllowed) return;
  const retryAfterSeconds = Math.max(1, Math.ceil((verdict.resetAtMs - now) / 1000));
  throw rateLimited({ retryAfterSeconds });
}

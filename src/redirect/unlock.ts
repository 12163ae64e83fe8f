import type { RateRule, RateWindows } from '../core/rate-window.ts';
import { QueueFullError } from '../lib/concurrency-limiter.ts';
import { readCookie } from '../lib/cookies.ts';
import { limitGroup } from '../lib/ip.ts';
import { verifyLinkPassword } from '../lib/password.ts';
import { equalsSafely, sign } from '../lib/token.ts';

const MINUTE_MS = 60_000;
const PER_VISITOR: RateRule = { limit: 20, windowMs: MINUTE_MS };
const PER_VISITOR_AND_LINK: RateRule = { limit: 5, windowMs: MINUTE_MS };
const PER_LINK: RateRule = { limit: 30, windowMs: MINUTE_MS };
const DAY_SECONDS = 86_400;

/** The result of a password attempt; `busy` if too many passwords wait to be checked. */
export type PasswordAttempt = 'right' | 'wrong' | 'too_many' | 'busy';

/** Checks link passwords, and signs and reads the cookie of visitors who entered the right one. */
export class Unlocker {
  readonly #secret: string;
  readonly #windows: RateWindows;

  constructor(secret: string, windows: RateWindows) {
    this.#secret = secret;
    this.#windows = windows;
  }

  /** Tries a password, within three limits: of the visitor, of the visitor on this link, and of the link. */
  async attempt(linkId: number, passwordHash: string, password: string, address: string): Promise<PasswordAttempt> {
    const visitor = limitGroup(address);
    // The visitor's own limits first: refused attempts must not use up the limit of the link.
    const limits: [bucket: string, rule: RateRule][] = [
      [`unlock:visitor:${visitor}`, PER_VISITOR],
      [`unlock:${linkId}:${visitor}`, PER_VISITOR_AND_LINK],
      [`unlock:${linkId}`, PER_LINK],
    ];
    for (const [bucket, rule] of limits) {
      const { isAllowed } = await this.#windows.take(bucket, rule);
      if (!isAllowed) return 'too_many';
    }
    try {
      return (await verifyLinkPassword(password, passwordHash)) ? 'right' : 'wrong';
    } catch (error) {
      if (!(error instanceof QueueFullError)) throw error;
      // The password was not checked, so the attempt does not count.
      await Promise.all(limits.map(([bucket]) => this.#windows.giveBack(bucket)));
      return 'busy';
    }
  }

  /** The cookie of a visitor who entered the password at a URL with this last part; a new password invalidates it. */
  cookieFor(linkId: number, lastPart: string, passwordHash: string, origin: string): string {
    const secure = origin.startsWith('https:') ? '; Secure' : '';
    const value = this.#proof(linkId, passwordHash);
    return `${cookieName(linkId)}=${value}; Path=/${lastPart}; Max-Age=${DAY_SECONDS}; HttpOnly; SameSite=Lax${secure}`;
  }

  isUnlocked(request: Request, linkId: number, passwordHash: string): boolean {
    const proof = readCookie(request, cookieName(linkId));
    return proof !== undefined && equalsSafely(proof, this.#proof(linkId, passwordHash));
  }

  #proof(linkId: number, passwordHash: string): string {
    return sign(this.#secret, `unlock:${linkId}:${passwordHash}`);
  }
}

function cookieName(linkId: number): string {
  return `signpost_link_${linkId}`;
}

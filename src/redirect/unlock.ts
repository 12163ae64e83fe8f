import type { RateRule, RateWindows } from '../core/rate-window.ts';
import { readCookie } from '../lib/cookies.ts';
import { limitGroup } from '../lib/ip.ts';
import { verifyPassword } from '../lib/password.ts';
import { equalsSafely, sign } from '../lib/token.ts';

const MINUTE_MS = 60_000;
const PER_VISITOR: RateRule = { limit: 5, windowMs: MINUTE_MS };
const PER_LINK: RateRule = { limit: 30, windowMs: MINUTE_MS };
const DAY_SECONDS = 86_400;

/** What came of a password that was given. */
export type Attempt = 'right' | 'wrong' | 'too_many';

/** Judges link passwords, and signs and reads the cookie that says a visitor gave the right one. */
export class Unlocker {
  readonly #secret: string;
  readonly #windows: RateWindows;

  constructor(secret: string, windows: RateWindows) {
    this.#secret = secret;
    this.#windows = windows;
  }

  /** Tries a password, within the limits of this visitor and of this link. */
  async attempt(linkId: number, passwordHash: string, password: string, address: string): Promise<Attempt> {
    const own = await this.#windows.take(`unlock:${linkId}:${limitGroup(address)}`, PER_VISITOR);
    if (!own.isAllowed) return 'too_many';
    const all = await this.#windows.take(`unlock:${linkId}`, PER_LINK);
    if (!all.isAllowed) return 'too_many';
    return (await verifyPassword(password, passwordHash)) ? 'right' : 'wrong';
  }

  /** The cookie of a visitor who gave the password at this origin; a new password makes it worthless. */
  cookieFor(linkId: number, alias: string, passwordHash: string, origin: string): string {
    const secure = origin.startsWith('https:') ? '; Secure' : '';
    const value = this.#proof(linkId, passwordHash);
    return `${cookieName(linkId)}=${value}; Path=/${alias}; Max-Age=${DAY_SECONDS}; HttpOnly; SameSite=Lax${secure}`;
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

import { attemptPassword, type PasswordAttempt } from '../core/password-attempt.ts';
import type { RateWindows } from '../core/rate-window.ts';
import { readCookie } from '../lib/cookies.ts';
import { equalsSafely, sign } from '../lib/token.ts';

const DAY_SECONDS = 86_400;

/** Checks link passwords, and signs and reads the cookie of visitors who entered the right one. */
export class Unlocker {
  readonly #secret: string;
  readonly #windows: RateWindows;

  constructor(secret: string, windows: RateWindows) {
    this.#secret = secret;
    this.#windows = windows;
  }

  attempt(
    { linkId, ownerId: owner, passwordHash }: { linkId: number; ownerId: number; passwordHash: string },
    password: string,
    address: string,
  ): Promise<PasswordAttempt> {
    return attemptPassword(this.#windows, { subject: linkId, owner, passwordHash, password, address });
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

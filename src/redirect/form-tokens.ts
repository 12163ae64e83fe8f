import { readCookie } from '../lib/cookies.ts';
import { limitGroup } from '../lib/ip.ts';
import { equalsSafely, sign } from '../lib/token.ts';

const YEAR_SECONDS = 31_536_000;

/** The form of an overlay on a link. */
export interface FormPlace {
  linkId: number;
  overlayId: number;
  alias: string;
  passwordHash: string | null;
}

/** Signs the forms that are shown, and recognizes visitors who have answered a poll. */
export class FormTokens {
  readonly #secret: string;

  constructor(secret: string) {
    this.#secret = secret;
  }

  /** Proves that the form was shown to the visitor, who therefore knew the password of the link. */
  tokenFor({ linkId, overlayId, passwordHash }: FormPlace): string {
    return sign(this.#secret, `form:${linkId}:${overlayId}:${passwordHash ?? ''}`);
  }

  isValid(mark: string, place: FormPlace): boolean {
    return equalsSafely(mark, this.tokenFor(place));
  }

  /** A keyed hash of a poll, a day and an address; it does not reveal the address, and differs on another day. */
  voterOf({ overlayId }: FormPlace, address: string, day: string): string {
    return sign(this.#secret, `voter:${overlayId}:${day}:${limitGroup(address)}`);
  }

  /** The cookie of a visitor who has answered the poll at this origin. */
  cookieFor(place: FormPlace, origin: string): string {
    const secure = origin.startsWith('https:') ? '; Secure' : '';
    const facts = `Path=/cta/${place.alias}; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax${secure}`;
    return `${cookieName(place)}=${this.#voted(place)}; ${facts}`;
  }

  hasVoted(request: Request, place: FormPlace): boolean {
    const proof = readCookie(request, cookieName(place));
    return proof !== undefined && equalsSafely(proof, this.#voted(place));
  }

  #voted({ linkId, overlayId }: FormPlace): string {
    return sign(this.#secret, `voted:${linkId}:${overlayId}`);
  }
}

function cookieName({ overlayId }: FormPlace): string {
  return `signpost_poll_${overlayId}`;
}

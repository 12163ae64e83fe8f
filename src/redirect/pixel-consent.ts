import { readCookie } from '../lib/cookies.ts';
import type { VendorType } from '../pages/pixels/pixel-tags.ts';
import { isPersonRequest } from './is-person-request.ts';
import type { PixelChoice } from './visitor.ts';

/** What the operator has decided about pixels. */
export interface PixelRules {
  privacy: 'respect' | 'ignore';
  consent: 'off' | 'eu' | 'all';
}

/** What a visitor has answered before: to decline is for all vendors, to allow for those that were named. */
export type PixelConsent = 'decline' | VendorType[];

const COOKIE = 'signpost_pixels';
const DAYS_180 = 15_552_000;

// The European Union with those of its parts that have a code of their own, the rest of the EEA, the United Kingdom, Switzerland.
const ASKING = new Set(
  [
    'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE',
    'AX GF GP MF MQ RE YT',
    'IS LI NO GB CH',
  ].flatMap((line) => line.split(' ')),
);

/** What the visitor's cookie says; nothing allowed where there is none. */
export function readConsent(request: Request): PixelConsent {
  const [word, ...vendors] = (readCookie(request, COOKIE) ?? '').split('.');
  return word === 'decline' ? 'decline' : (vendors as VendorType[]);
}

/** An answer as a cookie holds it: words that are the same for everyone. */
export function writeConsent(answer: PixelConsent): string {
  return `${COOKIE}=${answer === 'decline' ? 'decline' : ['allow', ...answer].join('.')}`;
}

/** The cookie that stores a visitor's consent for one host. */
export function consentCookie(answer: PixelConsent, isSecure: boolean): string {
  const secure = isSecure ? '; Secure' : '';
  return `${writeConsent(answer)}; Path=/; Max-Age=${DAYS_180}; HttpOnly; SameSite=Lax${secure}`;
}

function wantsPrivacy({ headers }: Request): boolean {
  return headers.get('Sec-GPC') === '1' || headers.get('DNT') === '1';
}

/** Whether these vendors' pixels fire. A visitor from an unknown country is asked for consent, like one from a listed country. */
export function pixelChoiceFor(
  request: Request,
  vendors: VendorType[],
  country: () => string,
  { privacy, consent }: PixelRules,
): PixelChoice {
  if (!isPersonRequest(request) || (privacy === 'respect' && wantsPrivacy(request))) return 'skip';
  const answer = readConsent(request);
  if (answer === 'decline') return 'skip';
  if (consent === 'off' || vendors.every((vendor) => answer.includes(vendor))) return 'fire';
  if (consent === 'all') return 'ask';
  const code = country();
  return code === '' || ASKING.has(code) ? 'ask' : 'fire';
}

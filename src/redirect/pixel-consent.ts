import { readCookie } from '../lib/cookies.ts';
import type { VendorType } from '../pages/pixels/pixel-tags.ts';
import { isPersonRequest } from './is-person-request.ts';
import type { PixelChoice } from './visitor.ts';

/** The pixel settings of the operator. */
export interface PixelRules {
  privacy: 'respect' | 'ignore';
  consent: 'off' | 'eu' | 'all';
}

/** The reply of a visitor: declined for all vendors, or allowed for these vendors. */
export type PixelConsent = 'decline' | VendorType[];

const COOKIE = 'signpost_pixels';
const DAYS_180 = 15_552_000;

// The European Union and its territories with their own codes, the rest of the EEA, the United Kingdom and Switzerland.
const ASKING = new Set(
  [
    'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE',
    'AX GF GP MF MQ RE YT',
    'IS LI NO GB CH',
  ].flatMap((line) => line.split(' ')),
);

/** The consent in the visitor's cookie; without a cookie nothing is allowed. */
export function readConsent(request: Request): PixelConsent {
  const [word, ...vendors] = (readCookie(request, COOKIE) ?? '').split('.');
  return word === 'decline' ? 'decline' : (vendors as VendorType[]);
}

/** The consent as a cookie stores it; the value identifies nobody. */
export function writeConsent(consent: PixelConsent): string {
  return `${COOKIE}=${consent === 'decline' ? 'decline' : ['allow', ...consent].join('.')}`;
}

/** The cookie that stores a visitor's consent for one host. */
export function consentCookie(consent: PixelConsent, isSecure: boolean): string {
  const secure = isSecure ? '; Secure' : '';
  return `${writeConsent(consent)}; Path=/; Max-Age=${DAYS_180}; HttpOnly; SameSite=Lax${secure}`;
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
  const given = readConsent(request);
  if (given === 'decline') return 'skip';
  if (consent === 'off' || vendors.every((vendor) => given.includes(vendor))) return 'fire';
  if (consent === 'all') return 'ask';
  const code = country();
  return code === '' || ASKING.has(code) ? 'ask' : 'fire';
}

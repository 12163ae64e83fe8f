import type { FiredPixel } from '../pages/pixels/pixel-tags.ts';
import { consentCookie, type PixelConsent, readConsent, writeConsent } from './pixel-consent.ts';

/** A reply to the question about pixels, and the visit that continues with it. */
export interface ConsentReply {
  consent: PixelConsent;
  /** The visit as if the consent had been known: by GET, with the original referrer. */
  request: Request;
}

/** Whether a page of ours sent the form. Only browsers send `Origin`; other clients are trusted, because they act for themselves. */
function isOwnForm({ headers }: Request, url: URL, baseUrl: string): boolean {
  const origin = headers.get('Origin');
  if (origin === null) return true;
  const host = URL.parse(origin)?.host;
  // Behind a proxy that rewrites Host, the browser knows the host of the base URL.
  return host === url.host || host === new URL(baseUrl).host;
}

/** The consent in the form; any site may decline, only our own page may allow. */
function consentIn(form: Record<string, string>, allowed: PixelConsent, isOwn: boolean): PixelConsent | undefined {
  if (form.pixels === 'decline') return 'decline';
  return form.pixels === 'allow' && isOwn ? allowed : undefined;
}

/** Reads the reply to the question about these pixels; undefined if the form has no valid one. */
export function readConsentForm(
  request: Request,
  form: Record<string, string>,
  pixels: FiredPixel[],
  baseUrl: string,
): ConsentReply | undefined {
  // If the Host header is invalid, the URL of a request is only a path.
  const url = new URL(request.url, baseUrl);
  const before = readConsent(request);
  const vendors = pixels.map(({ vendor }) => vendor);
  const allowed = [...new Set([...(before === 'decline' ? [] : before), ...vendors])];
  const consent = consentIn(form, allowed, isOwnForm(request, url, baseUrl));
  if (consent === undefined) return undefined;
  const headers = new Headers(request.headers);
  // Of two cookies with one name, the first is read.
  headers.set('Cookie', `${writeConsent(consent)}; ${request.headers.get('Cookie') ?? ''}`);
  headers.set('Referer', URL.parse(form.from ?? '')?.href ?? '');
  return { consent, request: new Request(url.href, { headers }) };
}

/** Adds the cookie that stores the consent. A redirect becomes a 303, so that the browser does not send the form on. */
export function withConsentCookie(response: Response, consent: PixelConsent, baseUrl: string): Response {
  const isRedirect = response.headers.has('Location');
  const changed = isRedirect ? new Response(null, { status: 303, headers: response.headers }) : response;
  changed.headers.append('Set-Cookie', consentCookie(consent, baseUrl.startsWith('https:')));
  return changed;
}

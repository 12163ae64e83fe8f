import type { FiredPixel } from '../pages/pixels/pixel-tags.ts';
import { consentCookie, type PixelConsent, readConsent, writeConsent } from './pixel-consent.ts';

/** An answer to the question about pixels, and the visit that goes on with it. */
export interface ConsentReply {
  answer: PixelConsent;
  /** The visit as it would have been with the answer at hand: by GET, from where the visitor came to the question. */
  request: Request;
}

/** Whether a form was sent by a page of ours; a client that is no browser says nothing, and answers for itself. */
function isOwnForm({ headers }: Request, url: URL, baseUrl: string): boolean {
  const origin = headers.get('Origin');
  if (origin === null) return true;
  const host = URL.parse(origin)?.host;
  // Behind a proxy that rewrites Host, the address that is handed out is the one that the browser knows.
  return host === url.host || host === new URL(baseUrl).host;
}

/** What the form says; to decline may come from anywhere, to allow only from our own question. */
function answerIn(form: Record<string, string>, allowed: PixelConsent, isOwn: boolean): PixelConsent | undefined {
  if (form.pixels === 'decline') return 'decline';
  return form.pixels === 'allow' && isOwn ? allowed : undefined;
}

/** Reads the answer to the question about these pixels; undefined where the form holds none that counts. */
export function readConsentForm(
  request: Request,
  form: Record<string, string>,
  pixels: FiredPixel[],
  baseUrl: string,
): ConsentReply | undefined {
  // With an odd Host the URL of a request is only a path.
  const url = new URL(request.url, baseUrl);
  const before = readConsent(request);
  const vendors = pixels.map(({ vendor }) => vendor);
  const allowed = [...new Set([...(before === 'decline' ? [] : before), ...vendors])];
  const answer = answerIn(form, allowed, isOwnForm(request, url, baseUrl));
  if (answer === undefined) return undefined;
  const headers = new Headers(request.headers);
  // The first of two cookies with one name is the one that counts here.
  headers.set('Cookie', `${writeConsent(answer)}; ${request.headers.get('Cookie') ?? ''}`);
  headers.set('Referer', URL.parse(form.from ?? '')?.href ?? '');
  return { answer, request: new Request(url.href, { headers }) };
}

/** The answer to the visit with the cookie that keeps what was said; a redirect of a form must not send the form on. */
export function withConsentCookie(response: Response, answer: PixelConsent, baseUrl: string): Response {
  const isRedirect = response.headers.has('Location');
  const kept = isRedirect ? new Response(null, { status: 303, headers: response.headers }) : response;
  kept.headers.append('Set-Cookie', consentCookie(answer, baseUrl.startsWith('https:')));
  return kept;
}

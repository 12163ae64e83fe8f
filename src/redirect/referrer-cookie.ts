import { readCookie } from '../lib/cookies.ts';

const COOKIE = 'signpost_from';
// Long enough for a browser to follow the redirect after a form.
const SECONDS = 20;
// The same limit as in the journal.
const MAX_REFERRER = 512;

/** The referrer, truncated to the length that a form can contain. */
export function cutReferrer(referrer: string): string {
  return referrer.slice(0, MAX_REFERRER);
}

/** The original referrer in a submitted form; empty if it is not a URL. */
function readFrom({ from = '' }: Record<string, string>): string {
  const href = URL.parse(from)?.href ?? '';
  return href.length > MAX_REFERRER ? '' : href;
}

/** A cookie that keeps the original referrer while the visitor fills in a form; undefined if there is none. */
export function referrerCookie(form: Record<string, string>, lastPart: string, origin: string): string | undefined {
  const from = readFrom(form);
  if (from === '') return undefined;
  const secure = origin.startsWith('https:') ? '; Secure' : '';
  return `${COOKIE}=${encodeURIComponent(from)}; Path=/${lastPart}; Max-Age=${SECONDS}; HttpOnly; SameSite=Lax${secure}`;
}

/** The headers of a visit, with the original referrer if the visitor filled in a form first. */
export function withReferrer({ headers }: Request): Pick<Request, 'headers'> {
  const original = headers.get('Referer') ? undefined : readCookie({ headers }, COOKIE);
  if (original === undefined) return { headers };
  const changed = new Headers(headers);
  changed.set('Referer', readFrom({ from: decode(original) }));
  return { headers: changed };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

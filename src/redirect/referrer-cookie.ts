import { readCookie } from '../lib/cookies.ts';

const COOKIE = 'signpost_from';
// As long as it takes a browser to follow the answer to a form.
const SECONDS = 20;
// No more of it is counted either.
const MAX_REFERRER = 512;

/** As much of the page that led to a form as the form takes along. */
export function cutReferrer(referrer: string): string {
  return referrer.slice(0, MAX_REFERRER);
}

/** The page that led to a form, as the form has brought it back; empty where it is no address. */
function readFrom({ from = '' }: Record<string, string>): string {
  const href = URL.parse(from)?.href ?? '';
  return href.length > MAX_REFERRER ? '' : href;
}

/** A cookie that keeps the original referrer while the visitor fills in a form; undefined where there is none. */
export function referrerCookie(form: Record<string, string>, alias: string, origin: string): string | undefined {
  const from = readFrom(form);
  if (from === '') return undefined;
  const secure = origin.startsWith('https:') ? '; Secure' : '';
  return `${COOKIE}=${encodeURIComponent(from)}; Path=/${alias}; Max-Age=${SECONDS}; HttpOnly; SameSite=Lax${secure}`;
}

/** What a visit says, with the page that led to it where a form stood between. */
export function withReferrer({ headers }: Request): Pick<Request, 'headers'> {
  const kept = headers.get('Referer') ? undefined : readCookie({ headers }, COOKIE);
  if (kept === undefined) return { headers };
  const told = new Headers(headers);
  told.set('Referer', readFrom({ from: decode(kept) }));
  return { headers: told };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

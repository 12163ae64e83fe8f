import { MAX_DESTINATION_BYTES } from './url.ts';

/** Schemes that run code or read local data in the page that opens them. */
export const forbiddenSchemes = ['javascript', 'data', 'vbscript', 'file', 'blob', 'about'] as const;

/** The result of parsing a URL that an app opens. */
export type ParsedAppUrl = { href: string } | { problem: AppUrlProblem };

/** Why a text is not the URL of an app. */
export type AppUrlProblem =
  | { code: 'not_an_app_url' | 'has_credentials' }
  | { code: 'too_long_in_bytes'; params: { max: number } }
  | { code: 'forbidden_scheme'; params: { schemes: string } };

const TOO_LONG: ParsedAppUrl = { problem: { code: 'too_long_in_bytes', params: { max: MAX_DESTINATION_BYTES } } };
const FORBIDDEN: ParsedAppUrl = {
  problem: { code: 'forbidden_scheme', params: { schemes: forbiddenSchemes.join(', ') } },
};

const WEB = /^https?:/i;

function isForbidden(scheme: string): boolean {
  return forbiddenSchemes.some((name) => name === scheme.trim().toLowerCase());
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** What an `intent:` or `android-app:` URL says after `#`, in any spelling that Android accepts. */
function readFacts(hash: string): [name: string, value: string][] {
  return hash.split(';').flatMap((part): [string, string][] => {
    const equals = part.indexOf('=');
    if (equals === -1) return [];
    return [[decode(part.slice(0, equals)).trim().toLowerCase(), decode(part.slice(equals + 1)).trim()]];
  });
}

/** The URLs that Android opens for an `intent:` or `android-app:` URL: its own, and where the browser goes without an app. */
function intentTargets({ protocol, href, hash, pathname }: URL): { own: string[]; fallbacks: string[] } {
  const facts = readFacts(hash);
  const valuesOf = (wanted: string) => facts.flatMap(([name, value]) => (name === wanted ? [value] : []));
  const rest = href.slice(protocol.length, href.length - hash.length);
  const schemes = [...valuesOf('scheme'), ...(protocol === 'android-app:' ? [pathname.split('/')[1] ?? ''] : [])];
  // Without a scheme, the rest is the URL.
  return {
    own: [rest, ...schemes.map((scheme) => `${scheme}:${rest}`)],
    fallbacks: valuesOf('s.browser_fallback_url'),
  };
}

function isIntent({ protocol }: URL): boolean {
  return protocol === 'intent:' || protocol === 'android-app:';
}

/** Whether an `intent:` URL names one of the forbidden schemes, as its own or in the page that it falls back to. */
function hidesForbidden(url: URL): boolean {
  if (!isIntent(url)) return false;
  const { own, fallbacks } = intentTargets(url);
  const schemeOf = (text: string) => text.slice(0, Math.max(0, text.indexOf(':')));
  return own.some((text) => isForbidden(schemeOf(text))) || fallbacks.some((text) => !WEB.test(text));
}

/** The web addresses that the URL of an app leads to. */
export function webAddressesIn(href: string): string[] {
  const url = URL.parse(href);
  const { own, fallbacks } = url && isIntent(url) ? intentTargets(url) : { own: [href], fallbacks: [] };
  return [...own, ...fallbacks].filter((text) => WEB.test(text) && URL.canParse(text));
}

/**
 * Parses the URL of an app by the WHATWG rules, as a browser does: leading spaces, tabs, line breaks and the case of the scheme
 * make no difference. Every scheme is allowed except the forbidden ones.
 */
export function parseAppUrl(text: string): ParsedAppUrl {
  if (text.length > MAX_DESTINATION_BYTES) return TOO_LONG;
  const url = URL.parse(text);
  if (!url) return { problem: { code: 'not_an_app_url' } };
  if (isForbidden(url.protocol.slice(0, -1)) || hidesForbidden(url)) return FORBIDDEN;
  if (url.username !== '' || url.password !== '') return { problem: { code: 'has_credentials' } };
  return url.href.length > MAX_DESTINATION_BYTES ? TOO_LONG : { href: url.href };
}

/** What an `intent:` URL says besides the URL to open. */
export interface IntentFacts {
  /** Opens only this app. */
  packageName?: string | undefined;
  /** Where the browser goes if no app opens the URL. */
  fallback?: string | undefined;
}

/**
 * The `intent:` URL by which browsers on Android open a URL outside themselves. Android reads what follows the last `#`, which is
 * the one that is added here, and neither a scheme, nor a package name, nor an encoded URL can contain `#` or `;`.
 */
export function intentUrlOf(href: string, { packageName, fallback }: IntentFacts): string {
  const colon = href.indexOf(':');
  const facts = [
    `scheme=${href.slice(0, colon)}`,
    ...(packageName === undefined ? [] : [`package=${packageName}`]),
    'action=android.intent.action.VIEW',
    'category=android.intent.category.BROWSABLE',
    ...(fallback === undefined ? [] : [`S.browser_fallback_url=${encodeURIComponent(fallback)}`]),
  ];
  return `intent:${href.slice(colon + 1)}#Intent;${facts.join(';')};end`;
}

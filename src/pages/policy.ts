import { Html } from '../lib/html.ts';

/** A stylesheet or script of ours with the CSP source expression that allows exactly this text. */
export interface Inline {
  content: Html;
  source: string;
}

/** Hashes a constant text; call it at module level, so that no request pays for it. */
export function inline(text: string): Inline {
  const digest = new Bun.CryptoHasher('sha256').update(text).digest('base64');
  return { content: new Html(text), source: `'sha256-${digest}'` };
}

/** What a page may load from other hosts, by CSP directive. */
export interface Sources {
  script: string[];
  img: string[];
  connect: string[];
  frame: string[];
}

/** Everything that a page may do; anything omitted is forbidden. */
export interface Permissions {
  style?: Inline | undefined;
  /** Further stylesheets. */
  moreStyles?: Inline[] | undefined;
  script?: Inline | undefined;
  /** The one origin that a frame may show. */
  frame?: string | undefined;
  /** The sources that vendors' tags need. */
  tags?: Sources | undefined;
  /** The one URL that the page's script may send requests to. */
  asks?: string | undefined;
  /** Whether the page shows images from this server. */
  hasPictures?: boolean | undefined;
  hasIcon?: boolean;
  hasFont?: boolean;
  /** `anywhere` is for a form whose response redirects to another host: Chromium applies the directive to that redirect too. */
  forms?: 'none' | 'self' | 'anywhere' | undefined;
}

const FORMS = { none: "'none'", self: "'self'", anywhere: 'http: https:' };
const NO_TAGS: Sources = { script: [], img: [], connect: [], frame: [] };

/** A directive without duplicate sources; empty if there are no sources. */
function directive(name: string, ...sources: (string | undefined)[]): string[] {
  const unique = new Set(sources.filter((source) => source !== undefined));
  return unique.size === 0 ? [] : [`${name} ${[...unique].join(' ')}`];
}

/** The value of Content-Security-Policy. */
export function contentPolicy(allowed: Permissions): string {
  const { style, moreStyles = [], script, frame, tags = NO_TAGS, forms = 'none' } = allowed;
  const { asks, hasIcon = false, hasFont = false } = allowed;
  const pictures = [...(allowed.hasPictures ? ["'self'"] : []), ...(hasIcon || allowed.hasPictures ? ['data:'] : [])];
  return [
    "default-src 'none'",
    ...directive('style-src', style?.source, ...moreStyles.map(({ source }) => source)),
    ...directive('script-src', script?.source, ...tags.script),
    ...directive('frame-src', frame, ...tags.frame),
    ...directive('connect-src', asks, ...tags.connect),
    ...(hasFont ? ["font-src 'self'"] : []),
    ...directive('img-src', ...pictures, ...tags.img),
    `form-action ${FORMS[forms]}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The headers of every page: no caching, no content sniffing, and by default no referrer. */
export function pageHeaders(policy: string, referrer = 'no-referrer'): Record<string, string> {
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': referrer,
    'Cache-Control': 'no-store',
  };
}

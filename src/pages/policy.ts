import { Html } from '../lib/html.ts';

/** A stylesheet or script of ours with the source expression that lets exactly it into a page. */
export interface Inline {
  content: Html;
  source: string;
}

/** Hashes a constant text; meant for the top of a file, so that no request pays for it. */
export function inline(text: string): Inline {
  const digest = new Bun.CryptoHasher('sha256').update(text).digest('base64');
  return { content: new Html(text), source: `'sha256-${digest}'` };
}

/** What a page may take from other hosts, by the directives that let it in. */
export interface Sources {
  script: string[];
  img: string[];
  connect: string[];
  frame: string[];
}

/** All that a page may do; what is left out is forbidden. */
export interface Permissions {
  style?: Inline | undefined;
  /** Beside that one. */
  moreStyles?: Inline[] | undefined;
  script?: Inline | undefined;
  /** The one origin that may stand in a frame. */
  frame?: string | undefined;
  /** What the tags of others need beside our own. */
  tags?: Sources | undefined;
  /** The one address that its script may talk to. */
  asks?: string | undefined;
  /** Whether it shows pictures of our own host. */
  hasPictures?: boolean | undefined;
  hasIcon?: boolean;
  hasFont?: boolean;
  /** `anywhere` is for a form whose answer redirects to another host: Chromium holds that redirect against the list too. */
  forms?: 'none' | 'self' | 'anywhere' | undefined;
}

const FORMS = { none: "'none'", self: "'self'", anywhere: 'http: https:' };
const NO_TAGS: Sources = { script: [], img: [], connect: [], frame: [] };

/** A directive with each of its sources once; none where there is nothing to let in. */
function directive(name: string, ...sources: (string | undefined)[]): string[] {
  const given = new Set(sources.filter((source) => source !== undefined));
  return given.size === 0 ? [] : [`${name} ${[...given].join(' ')}`];
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

/** The headers of every page; nothing of one may be kept, guessed at or told to the next site. */
export function pageHeaders(policy: string, referrer = 'no-referrer'): Record<string, string> {
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': referrer,
    'Cache-Control': 'no-store',
  };
}

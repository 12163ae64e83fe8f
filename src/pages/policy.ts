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

/** All that a page may do; what is left out is forbidden. */
export interface Permissions {
  style?: Inline | undefined;
  script?: Inline | undefined;
  /** The one origin that may stand in a frame. */
  frame?: string | undefined;
  hasIcon?: boolean;
  hasFont?: boolean;
  /** `anywhere` is for a form whose answer redirects to another host: Chromium holds that redirect against the list too. */
  forms?: 'none' | 'self' | 'anywhere' | undefined;
}

const FORMS = { none: "'none'", self: "'self'", anywhere: 'http: https:' };

/** The value of Content-Security-Policy. */
export function contentPolicy(allowed: Permissions): string {
  const { style, script, frame, hasIcon = false, hasFont = false, forms = 'none' } = allowed;
  const directives = ["default-src 'none'"];
  if (style) directives.push(`style-src ${style.source}`);
  if (script) directives.push(`script-src ${script.source}`);
  if (frame) directives.push(`frame-src ${frame}`);
  if (hasFont) directives.push("font-src 'self'");
  if (hasIcon) directives.push('img-src data:');
  directives.push(`form-action ${FORMS[forms]}`, "base-uri 'none'", "frame-ancestors 'none'");
  return directives.join('; ');
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

import { refuseUnlessGet } from '../http/method-refused.ts';
import type { Log } from '../lib/log.ts';
import { notFoundPage } from '../pages/not-found.ts';
import { pageHeaders } from '../pages/policy.ts';
import { unavailablePage } from '../pages/unavailable.ts';
import { appFile } from './dashboard-app.ts';
import type { DashboardSource } from './dashboard-bundle.ts';
import type { PathHandler } from './path-handler.ts';

const ROOT = '/app';
const ASSETS = '/app/assets/';
const SHARED = '/app/shared/';
const BLANK = '/app/blank';

// No other origin, nothing inline, no framing; text never becomes HTML or script.
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data: blob:",
  "manifest-src 'self'",
  "font-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

// Previews are written into this page: inline styles are allowed, scripts are not. Only our own pages may frame it.
const BLANK_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-same-origin',
].join('; ');
const BLANK_PAGE = '<!doctype html><html lang="en"><head><title>Preview</title></head><body></body></html>';

const PAGE_HEADERS = {
  ...pageHeaders(POLICY, 'same-origin'),
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'X-Robots-Tag': 'noindex',
};

// The URL itself is the secret: no page receives it as a referrer, not even one of ours.
const SHARED_HEADERS = { ...PAGE_HEADERS, ...pageHeaders(POLICY, 'no-referrer') };
const BLANK_HEADERS = {
  ...pageHeaders(BLANK_POLICY),
  'X-Frame-Options': 'SAMEORIGIN',
  'X-Robots-Tag': 'noindex',
};

interface Served {
  type: string;
  plain: Uint8Array<ArrayBuffer>;
  gzip: Uint8Array<ArrayBuffer>;
  br: Uint8Array<ArrayBuffer>;
}

function encodingOf(request: Request): 'br' | 'gzip' | 'plain' {
  const accepted = (request.headers.get('Accept-Encoding') ?? '')
    .split(',')
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map((part) => part.split(';')[0]?.trim().toLowerCase());
  if (accepted.includes('br')) return 'br';
  return accepted.includes('gzip') ? 'gzip' : 'plain';
}

function fileResponse(request: Request, file: Served): Response {
  const encoding = encodingOf(request);
  return new Response(file[encoding], {
    headers: {
      'Content-Type': file.type,
      ...(encoding !== 'plain' && { 'Content-Encoding': encoding }),
      'Cache-Control': 'public, max-age=31536000, immutable',
      Vary: 'Accept-Encoding',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}

/** Serves one page at every path below `/app`, and its files under names that change with their content. */
export function createDashboard(source: DashboardSource, log: Log): PathHandler {
  // Files of earlier versions stay: a page that was opened before an update still needs them.
  const files = new Map<string, Served>();
  let loaded: { version: string; page: Promise<string> } | undefined;

  async function load(): Promise<string> {
    const { page, files: packed } = await source.load();
    for (const { path, type, plain, gzip, br } of packed) {
      const [one, two, three] = [plain, gzip, br].map((text) => Uint8Array.fromBase64(text));
      if (one && two && three) files.set(path, { type, plain: one, gzip: two, br: three });
    }
    return page;
  }

  function currentPage(): Promise<string> {
    const version = source.version();
    if (loaded?.version === version) return loaded.page;
    const page = load();
    loaded = { version, page };
    page.catch(() => {
      loaded = undefined;
    });
    return page;
  }

  async function respond(request: Request, path: string): Promise<Response> {
    const app = appFile(path);
    if (app) return app;
    if (path === BLANK) return new Response(BLANK_PAGE, { headers: BLANK_HEADERS });
    try {
      if (!path.startsWith(ASSETS)) {
        const headers = path.startsWith(SHARED) ? SHARED_HEADERS : PAGE_HEADERS;
        return new Response(await currentPage(), { headers });
      }
      if (!files.has(path)) await currentPage();
      const file = files.get(path);
      return file ? fileResponse(request, file) : notFoundPage();
    } catch (error) {
      log.error('the dashboard could not be served', { error });
      return unavailablePage('en');
    }
  }

  return (request, _, path) => {
    if (path !== ROOT && !path.startsWith(`${ROOT}/`)) return undefined;
    return refuseUnlessGet(request) ?? respond(request, path);
  };
}

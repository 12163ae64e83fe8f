import { methodRefused } from '../http/method-refused.ts';
import type { Log } from '../lib/log.ts';
import { notFoundPage } from '../pages/not-found.ts';
import { pageHeaders } from '../pages/policy.ts';
import { unavailablePage } from '../pages/unavailable.ts';
import type { DashboardSource } from './dashboard-bundle.ts';

const ROOT = '/app';
const ASSETS = '/app/assets/';
const SHARED = '/app/shared/';
const BLANK = '/app/blank';

// Nothing from elsewhere, nothing inline, in nobody's frame; text never becomes HTML or script.
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

// What previews are written into: styles as they come, and no script at all. It stands in frames of ours alone.
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

// The address itself is the secret: no other page learns it, not even of ours.
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

/** Answers for the dashboard; undefined where the path is not its. */
export type AnswerDashboard = (request: Request, path: string) => Promise<Response> | undefined;

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

/** Serves the one page at every path below `/app`, and its files by names that change with their content. */
export function createDashboard(source: DashboardSource, log: Log): AnswerDashboard {
  // Files of earlier versions stay, for whoever has had the page open since.
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

  async function answer(request: Request, path: string): Promise<Response> {
    if (request.method !== 'GET' && request.method !== 'HEAD') return methodRefused('GET, HEAD');
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
      log.error('the dashboard cannot be served', { error });
      return unavailablePage('en');
    }
  }

  return (request, path) => (path === ROOT || path.startsWith(`${ROOT}/`) ? answer(request, path) : undefined);
}

import { formatDateTime } from '../lib/date-time.ts';
import { consentPage } from '../pages/consent.ts';
import { framePage } from '../pages/frame.ts';
import { gonePage } from '../pages/gone.ts';
import { limitedPage } from '../pages/limited.ts';
import { notFoundPage } from '../pages/not-found.ts';
import { passwordPage } from '../pages/password.ts';
import { pixelPage } from '../pages/pixels/pixel-page.ts';
import { buildTags, namesOf } from '../pages/pixels/pixel-tags.ts';
import { previewPage } from '../pages/preview.ts';
import { socialPage } from '../pages/social.ts';
import { splashPage } from '../pages/splash.ts';
import { warnAboutHost } from '../resources/links/link.ts';
import { DEFAULT_SECONDS } from '../resources/splash/splash-page.ts';
import type { Decision, RedirectDecision } from './decide.ts';
import type { PageContext } from './page-context.ts';
import { cutReferrer } from './referrer-cookie.ts';
import { respondApp } from './respond-app.ts';
import { respondOverlay } from './respond-overlay.ts';
import type { LinkSnapshot } from './snapshot.ts';
import { splitHost } from './split-host.ts';

function redirectHeaders(url: string): Headers {
  return new Headers({ Location: url, 'Cache-Control': 'private, no-store' });
}

/** The redirect response without a body; never cached, whatever its code. */
export function redirectResponse(url: string, code: number): Response {
  return new Response(null, { status: code, headers: redirectHeaders(url) });
}

// A response copies its headers, and a copy is cheaper than new headers.
const prepared = new Map<string, Headers>();
const MAX_PREPARED = 2_000;

/** The same for a frequent destination: its headers are reused. */
export function redirectOften(url: string, code: number): Response {
  let headers = prepared.get(url);
  if (headers === undefined) {
    if (prepared.size >= MAX_PREPARED) prepared.clear();
    headers = redirectHeaders(url);
    prepared.set(url, headers);
  }
  return new Response(null, { status: code, headers });
}

/** The response for a decision that shows a page. */
export function respondPage(
  decision: Exclude<Decision, RedirectDecision>,
  snapshot: LinkSnapshot,
  context: PageContext,
): Response {
  const { language, shortUrl, action, referrer } = context;
  const { title } = snapshot;
  switch (decision.kind) {
    case 'frame':
      return framePage(language, { destination: decision.url, title }, buildTags(decision.pixels));
    case 'splash': {
      const own = snapshot.options?.interstitial;
      const { seconds, look } = own?.kind === 'splash' ? own : { seconds: DEFAULT_SECONDS, look: undefined };
      return splashPage(language, { destination: decision.url, title, seconds, look }, buildTags(decision.pixels));
    }
    case 'overlay':
      return respondOverlay(decision, snapshot, context);
    case 'app':
    case 'escape':
      return respondApp(decision, snapshot, context);
    case 'pixels':
      return pixelPage(language, { destination: decision.url, title }, buildTags(decision.pixels));
    case 'consent':
      return consentPage(language, {
        action,
        vendors: namesOf(decision.pixels),
        from: cutReferrer(referrer),
      });
    case 'social': {
      const meta = snapshot.options?.meta ?? { title, description: '', image: '' };
      return socialPage({ ...meta, destination: decision.url, shortUrl });
    }
    case 'limited': {
      const { description = '', image = '' } = snapshot.options?.meta ?? {};
      return limitedPage(language, { title, description, image, shortUrl });
    }
    case 'password':
      return passwordPage(language, { action, from: cutReferrer(referrer) });
    case 'gone':
      return gonePage(language, decision.reason);
    case 'unknown':
      return notFoundPage(language);
  }
}

/** Whether the decision leads to the destination of a link with a click limit, now or after a question. */
function isLimited(decision: Decision, { options }: LinkSnapshot): boolean {
  if (decision.kind === 'limited') return true;
  return options?.isCounted === true && 'url' in decision && !(decision.kind === 'redirect' && decision.isEnd);
}

/** The page that shows where a link leads; a link with a password or a click limit hides its destination. */
export function respondPreview(
  decision: Decision,
  snapshot: LinkSnapshot,
  { language, shortUrl }: PageContext,
): Response {
  const { title, createdAt } = snapshot;
  const date = formatDateTime(createdAt);
  const hidden = { shortUrl, title: snapshot.alias, destination: undefined, date, warning: false };
  if (isLimited(decision, snapshot)) return previewPage(language, { ...hidden, reason: 'limited' });
  switch (decision.kind) {
    case 'password':
    case 'limited':
      return previewPage(language, { ...hidden, reason: decision.kind });
    case 'gone':
      return gonePage(language, decision.reason);
    case 'unknown':
      return notFoundPage(language);
    default: {
      const { url: destination } = decision;
      const warning = warnAboutHost(destination) !== undefined;
      return previewPage(language, { shortUrl, title, destination, date, warning, parts: splitHost(destination) });
    }
  }
}

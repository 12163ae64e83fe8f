import { intentUrlOf } from '../lib/app-url.ts';
import { html } from '../lib/html.ts';
import type { Language } from '../texts/message.ts';
import { appScript, escapeScript } from './app-script.ts';
import { cardResponse } from './layout.ts';
import { picture } from './pictures.ts';
import type { PixelTags } from './pixels/pixel-tags.ts';
import { inline } from './policy.ts';
import { textsOf } from './texts.ts';

/** The app to open, and where to go without it. */
export interface AppFacts {
  system: 'ios' | 'android';
  /** The URL of the app; already parsed, so its scheme is allowed. */
  appUrl: string;
  packageName?: string | undefined;
  /** The page of the app in a store; an http or https URL. */
  store?: string | undefined;
  /** The web destination; an http or https URL. */
  destination: string;
  /** The link's title; may be empty. */
  title: string;
}

const WEB = /^https?:/;
const INTENT = /^(?:intent|android-app):/;

const SHEET = inline(`
.button.second { background: none; color: var(--accent); box-shadow: inset 0 0 0 1px var(--edge); }
.button.second:hover { background: var(--tint); }
.card p:has(.button) { margin: 0 0 12px; }
.steps { margin: 20px 0 0; padding: 0 0 0 20px; color: var(--quiet); font-size: 14px; line-height: 22px; }
.steps li { margin: 0 0 4px; }
.card .note { margin-top: 20px; }
`);

/** What opens the app. On Android it is an intent, unless a web address may be opened by any app or the browser. */
function openerOf({ system, appUrl, packageName, store, destination }: AppFacts): string {
  const isIntent = INTENT.test(appUrl);
  const isForAnyApp = WEB.test(appUrl) && packageName === undefined;
  if (system !== 'android' || isIntent || isForAnyApp) return appUrl;
  return intentUrlOf(appUrl, { packageName, fallback: store ?? destination });
}

/** Opens the app of a link, and continues to its store or to the web destination if there is no app. */
export function appPage(language: Language, facts: AppFacts, tags?: PixelTags | undefined): Response {
  const { store, destination, title } = facts;
  const { app } = textsOf(language);
  const name = title === '' ? new URL(destination).host : title;
  const inBrowser = html`<p class="note"><a href="${destination}" rel="nofollow">${app.inBrowser}</a></p>`;
  return cardResponse(
    200,
    `${app.heading} · ${name}`,
    html`${picture('phone')}
<h1>${app.heading}</h1>
<p>${app.text({ name })}</p>
<p><a class="button" id="open" href="${openerOf(facts)}" rel="nofollow">${app.open}</a></p>
<p><a class="button second" id="next" href="${store ?? destination}" rel="nofollow">${store ? app.store : app.inBrowser}</a></p>
${store ? inBrowser : ''}`,
    { language, moreSheets: [SHEET], script: appScript, tags, referrer: 'strict-origin-when-cross-origin' },
  );
}

/** The page to open outside the browser of an app. */
export interface EscapeFacts {
  system: 'ios' | 'android' | 'other';
  /** What the browser of the system opens: the destination, or the short URL if that shows another page there. */
  target: string;
  /** Whether the visitor may also stay: `target` is the destination. */
  canStay: boolean;
  /** The link's title; may be empty. */
  title: string;
}

/** What opens the browser of the system: an intent on Android, the scheme of Safari on iOS. */
function browserOpenerOf({ system, target }: EscapeFacts): string {
  if (system === 'android') return intentUrlOf(target, {});
  return system === 'ios' ? `x-safari-${target}` : target;
}

/** Opens the browser of the system from within the browser of an app; on iOS only the visitor can do that. */
export function escapePage(language: Language, facts: EscapeFacts, tags?: PixelTags | undefined): Response {
  const { system, target, canStay, title } = facts;
  const { escape: texts } = textsOf(language);
  const name = title === '' ? new URL(target).host : title;
  return cardResponse(
    200,
    `${texts.heading} · ${name}`,
    html`${picture('leave')}
<h1>${texts.heading}</h1>
<p>${texts.text({ name })}</p>
<p><a class="button" id="open" href="${browserOpenerOf(facts)}" rel="nofollow">${system === 'ios' ? texts.safari : texts.open}</a></p>
${system === 'android' ? '' : html`<ol class="steps"><li>${texts.menu}</li><li>${texts.choose}</li></ol>`}
${canStay ? html`<p class="note"><a href="${target}" rel="nofollow">${texts.stay}</a></p>` : ''}`,
    {
      language,
      moreSheets: [SHEET],
      tags,
      referrer: 'strict-origin-when-cross-origin',
      ...(system === 'android' && { script: escapeScript }),
    },
  );
}

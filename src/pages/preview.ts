import { type Html, html } from '../lib/html.ts';
import type { Language } from '../texts/message.ts';
import { cardResponse } from './layout.ts';
import { picture } from './pictures.ts';
import { textsOf } from './texts.ts';

/** What a preview reveals of a link. */
export interface PreviewFacts {
  shortUrl: string;
  /** The link's title; may be empty. */
  title: string;
  /** Undefined if it must not be revealed. */
  destination: string | undefined;
  /** `YYYY-MM-DD HH:MM:SS`, UTC. */
  date: string;
  /** Whether the host contains letters other than a to z. */
  warning: boolean;
  /** before + domain + after is the host with its port. */
  parts?: { before: string; domain: string; after: string; path: string };
  reason?: 'password' | 'limited' | 'gone';
}

function dateElement(language: Language, date: string): Html {
  const time = new Date(`${date.replace(' ', 'T')}Z`);
  if (Number.isNaN(time.getTime())) return html`${date}`;
  const dates = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  return html`<time datetime="${time.toISOString()}" title="${date} UTC">${dates.format(time)}</time>`;
}

function partsOf(destination: string): Required<PreviewFacts>['parts'] {
  const { host, pathname, search, hash } = new URL(destination);
  return { before: '', domain: host, after: '', path: pathname + search + hash };
}

function destinationHeading(language: Language, destination: string, { parts, warning }: PreviewFacts): Html {
  const { before, domain, after, path } = parts ?? partsOf(destination);
  const isRoot = path === '' || path === '/';
  return html`<h1 class="host parted">${before}<b>${domain}</b>${after}</h1>
${isRoot ? '' : html`<p class="path">${path}</p>`}
${warning ? html`<p class="caution">${textsOf(language).preview.caution}</p>` : ''}`;
}

function details(language: Language, shortName: string, { title, destination, date }: PreviewFacts): Html {
  const { name, created } = textsOf(language).preview;
  const subject = title === '' ? '' : html`<dt>${name}</dt><dd>${title}</dd>`;
  // A title is often taken from the destination, and would reveal a protected one.
  const first = destination === undefined ? html`<dt>Link</dt><dd class="alias">${shortName}</dd>` : subject;
  return html`<dl>${first}<dt>${created}</dt><dd>${dateElement(language, date)}</dd></dl>`;
}

/** Shows where a link leads; its only link is the short URL itself. */
export function previewPage(language: Language, facts: PreviewFacts): Response {
  const { proceed, preview } = textsOf(language);
  const { shortUrl, destination, reason = 'password' } = facts;
  const shortName = shortUrl.replace(/^https?:\/\//, '');
  const explanation = { password: preview.protected, limited: preview.limited, gone: preview.gone }[reason];
  const head =
    destination === undefined
      ? html`${picture(reason === 'gone' ? 'crossed' : 'lock')}<h1>${explanation.heading}</h1><p>${explanation.text}</p>`
      : html`${picture('eye')}<p class="quiet"><span class="alias">${shortName}</span> ${preview.goesTo}</p>${destinationHeading(language, destination, facts)}`;
  const isGone = destination === undefined && reason === 'gone';
  const action = html`<p><a class="button" href="${shortUrl}" rel="nofollow">${proceed}</a></p>
<p class="note">${preview.notVisited}</p>`;
  return cardResponse(
    200,
    preview.title({ name: shortName }),
    html`${head}
${details(language, shortName, facts)}
${isGone ? '' : action}`,
    { language },
  );
}

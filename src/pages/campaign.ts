import { type Html, html, Html as SafeHtml } from '../lib/html.ts';
import type { Language } from '../texts/message.ts';
import { nameLine } from './brand.ts';
import { campaignSheet } from './campaign-style.ts';
import { pageResponse } from './layout.ts';
import { textsOf } from './texts.ts';

/** A link as the public may see it. */
export interface CampaignRow {
  shortUrl: string;
  /** Empty if there is none, or if it would reveal a protected destination. */
  title: string;
  /** The host of the destination; undefined if it must not be revealed. */
  host: string | undefined;
  isProtected: boolean;
}

/** One page of a campaign's links. */
export interface CampaignFacts {
  name: string;
  username: string;
  rows: CampaignRow[];
  page: number;
  hasMore: boolean;
}

const LOCK = new SafeHtml(
  '<svg viewBox="0 0 24 24" width="16" height="16" aria-hidden="true"><rect x="5.5" y="10.5" width="13" height="9.5" rx="2"/><path d="M8.5 10.5V7.75a3.5 3.5 0 0 1 7 0v2.75"/></svg>',
);
const ARROW = new SafeHtml(
  '<svg class="arrow" viewBox="0 0 24 24" width="16" height="16" aria-hidden="true"><path d="M5 12h14M13 6l6 6-6 6"/></svg>',
);

/** A link without a title is named by its host, or by its alias if the host must not be revealed. */
function rowOf(language: Language, { shortUrl, title, host, isProtected }: CampaignRow): Html {
  const shortName = shortUrl.replace(/^https?:\/\//, '');
  const subject = title || host || shortUrl.slice(shortUrl.lastIndexOf('/') + 1);
  const detail = isProtected
    ? html`${LOCK}${textsOf(language).campaign.protected}`
    : subject === host
      ? ''
      : (host ?? '');
  return html`<li><a href="${shortUrl}" rel="nofollow"><span><span class="subject">${subject}</span>${
    detail === '' ? '' : html`<span class="leads">${detail}</span>`
  }</span><span class="alias">${shortName}</span>${ARROW}</a></li>
`;
}

function pagerOf(language: Language, { page, hasMore }: CampaignFacts): Html {
  const { newer, older, page: numbered } = textsOf(language).campaign;
  if (page === 1 && !hasMore) return html``;
  return html`<nav class="pager" aria-label="${numbered({ number: page })}"><span>${page > 1 ? html`<a href="?page=${page - 1}" rel="prev">← ${newer}</a>` : ''}</span>
<span>${numbered({ number: page })}</span>
<span>${hasMore ? html`<a href="?page=${page + 1}" rel="next">${older} →</a>` : ''}</span></nav>`;
}

/** The public list of a campaign's links, newest first. */
export function campaignPage(language: Language, facts: CampaignFacts): Response {
  const { name, username, rows } = facts;
  const { by, empty } = textsOf(language).campaign;
  const list = html`<ul class="rows">${rows.map((row) => rowOf(language, row))}</ul>`;
  const nothing = html`<div class="nothing"><h2>${empty.heading}</h2><p>${empty.text}</p></div>`;
  const body = html`<main class="list">
<header><h1>${name}</h1><p>${by({ username })}</p></header>
${rows.length > 0 ? list : nothing}
${pagerOf(language, facts)}
${nameLine()}
</main>`;
  return pageResponse(200, { title: name, body, language, sheet: campaignSheet });
}

import { html } from '../lib/html.ts';
import type { Language } from '../texts/message.ts';
import { cardResponse } from './layout.ts';
import { picture } from './pictures.ts';
import { cardTags, type SocialFacts } from './social.ts';
import { textsOf } from './texts.ts';

/** What may be shown of a link with a click limit: what its owner wrote about it. Any field but the short URL may be empty. */
export type LimitedFacts = Omit<SocialFacts, 'target'>;

/**
 * The page that machines get in place of a link with a click limit; it does not say where the link leads. A browser that
 * prefetched it may show it to a person, who continues with the button.
 */
export function limitedPage(language: Language, facts: LimitedFacts): Response {
  const { proceed, limited } = textsOf(language);
  const { shortUrl } = facts;
  const title = facts.title || shortUrl.replace(/^https?:\/\//, '');
  const card = html`${picture('eye')}
<h1>${title}</h1>
<p>${limited.text}</p>
<p><a class="button" href="${shortUrl}" rel="nofollow">${proceed}</a></p>`;
  // Crawlers of some networks show no preview of a page that asks not to be indexed.
  const headers = { 'X-Robots-Tag': 'nofollow' };
  return cardResponse(200, title, card, { language, head: cardTags({ ...facts, title }), headers });
}

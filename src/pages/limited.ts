import { html } from '../lib/html.ts';
import type { Language } from '../texts/message.ts';
import { cardResponse } from './layout.ts';
import { picture } from './pictures.ts';
import { cardTags, type SocialFacts } from './social.ts';
import { textsOf } from './texts.ts';

/** The texts that an owner wrote about a link with a click limit; every field except the short URL may be empty. */
export type LimitedFacts = Omit<SocialFacts, 'destination'>;

/**
 * The page that bots get for a link with a click limit; it does not reveal the destination. A browser that prefetched it may show
 * it to a person, who continues with the button.
 */
export function limitedPage(language: Language, facts: LimitedFacts): Response {
  const { proceed, limited } = textsOf(language);
  const { shortUrl } = facts;
  const title = facts.title || shortUrl.replace(/^https?:\/\//, '');
  const card = html`${picture('eye')}
<h1>${title}</h1>
<p>${limited.text}</p>
<p><a class="button" href="${shortUrl}" rel="nofollow">${proceed}</a></p>`;
  // Some networks show no preview of a page that forbids indexing.
  const headers = { 'X-Robots-Tag': 'nofollow' };
  return cardResponse(200, title, card, { language, head: cardTags({ ...facts, title }), headers });
}

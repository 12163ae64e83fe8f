import { html } from '../lib/html.ts';
import type { Language } from '../texts/message.ts';
import { cardResponse } from './layout.ts';
import { picture } from './pictures.ts';
import { textsOf } from './texts.ts';

/** The vendors that a visitor is asked about, and where the form is sent. */
export interface ConsentFacts {
  /** Path and query of the link. */
  action: string;
  /** The vendors' names as visitors know them. */
  vendors: string[];
  /** The referrer of the visit, which the request of the form no longer contains; may be empty. */
  from: string;
}

/** Asks for consent to pixels without revealing the destination; both buttons look alike, and no JavaScript is needed. */
export function consentPage(language: Language, { action, vendors, from }: ConsentFacts): Response {
  const { heading, text, kept, allow, decline } = textsOf(language).consent;
  return cardResponse(
    200,
    heading,
    html`${picture('question')}
<h1>${heading}</h1>
<p>${text({ vendors: new Intl.ListFormat(language).format(vendors) })}</p>
<form method="post" action="${action}">
<input type="hidden" name="from" value="${from}">
<div class="choices">
<button class="button" name="pixels" value="decline">${decline}</button>
<button class="button" name="pixels" value="allow">${allow}</button>
</div>
<p class="note">${kept}</p>
</form>`,
    // same-origin, because with no-referrer the browser would send the form without a usable Origin header.
    { language, forms: 'anywhere', referrer: 'same-origin' },
  );
}

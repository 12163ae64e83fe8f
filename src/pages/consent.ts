import { html } from '../lib/html.ts';
import { cardResponse } from './layout.ts';
import { picture } from './pictures.ts';
import { type Language, textsOf } from './texts.ts';

/** Whose tags a visitor is asked about, and where the answer goes. */
export interface ConsentFacts {
  /** Path and query of the link itself. */
  action: string;
  /** What visitors call the vendors. */
  vendors: string[];
  /** The page that led here, which the answer's request could no longer tell; may be empty. */
  from: string;
}

const LISTS = { en: new Intl.ListFormat('en-GB'), de: new Intl.ListFormat('de') };

/** Asks whether pixels may fire, without knowing where the link leads; neither answer is easier to give, nor needs JavaScript. */
export function consentPage(language: Language, { action, vendors, from }: ConsentFacts): Response {
  const { heading, text, kept, allow, decline } = textsOf(language).consent;
  return cardResponse(
    200,
    heading,
    html`${picture('question')}
<h1>${heading}</h1>
<p>${text(LISTS[language].format(vendors))}</p>
<form method="post" action="${action}">
<input type="hidden" name="from" value="${from}">
<div class="choices">
<button class="button" name="pixels" value="decline">${decline}</button>
<button class="button" name="pixels" value="allow">${allow}</button>
</div>
<p class="note">${kept}</p>
</form>`,
    // Told to itself alone, or the form would come back without an Origin that says it was ours.
    { language, forms: 'anywhere', referrer: 'same-origin' },
  );
}

import { html } from '../lib/html.ts';
import type { Language } from '../texts/message.ts';
import { messageResponse } from './message.ts';
import { textsOf } from './texts.ts';

/** The page shown while the store is unavailable; the empty `href` requests the same URL again. */
export function unavailablePage(language: Language): Response {
  const { heading, text, again } = textsOf(language).unavailable;
  const action = html`<p><a class="button" href="">${again}</a></p>`;
  return messageResponse(
    503,
    { picture: 'again', heading, text, action },
    { language, headers: { 'Retry-After': '5' } },
  );
}

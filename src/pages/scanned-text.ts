import { html } from '../lib/html.ts';
import type { Language } from '../texts/message.ts';
import { cardResponse } from './layout.ts';
import { textsOf } from './texts.ts';

/** Shows the text of a QR code to the person who scanned it, with its line breaks. */
export function scannedTextPage(language: Language, text: string): Response {
  const { heading } = textsOf(language).scanned;
  return cardResponse(
    200,
    heading,
    html`<h1>${heading}</h1>
<p class="said">${text}</p>`,
    { language },
  );
}

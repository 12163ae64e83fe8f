import { html } from '../lib/html.ts';
import { cardResponse } from './layout.ts';
import { type Language, textsOf } from './texts.ts';

/** The text of a QR code for whoever scanned it, line by line as it was written. */
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

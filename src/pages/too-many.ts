import { messageResponse } from './message.ts';
import { type Language, textsOf } from './texts.ts';

/** The visitor's address has used up its window. */
export function tooManyPage(language: Language, retryAfterSeconds: number): Response {
  const { heading, text } = textsOf(language).tooMany;
  // A wait of zero would ask for the next refusal.
  const seconds = Math.max(1, Math.ceil(retryAfterSeconds));
  const headers = { 'Retry-After': String(seconds) };
  return messageResponse(429, { picture: 'clock', heading, text: text(seconds) }, { language, headers });
}

import type { Language } from '../texts/message.ts';
import { messageResponse } from './message.ts';
import { describeWait, textsOf } from './texts.ts';

/** The page for a visitor whose address has used up its rate limit. */
export function tooManyPage(language: Language, retryAfterSeconds: number): Response {
  const { heading } = textsOf(language).tooMany;
  // After a wait of zero seconds the next request would be refused too.
  const seconds = Math.max(1, Math.ceil(retryAfterSeconds));
  const headers = { 'Retry-After': String(seconds) };
  return messageResponse(
    429,
    { picture: 'clock', heading, text: describeWait(language, seconds) },
    { language, headers },
  );
}

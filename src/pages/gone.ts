import { messageResponse } from './message.ts';
import { type Language, textsOf } from './texts.ts';

/** There was such a link; the page says which end it met, not where it led. */
export function gonePage(language: Language, reason: 'disabled' | 'expired'): Response {
  return messageResponse(410, { picture: 'crossed', ...textsOf(language)[reason] }, { language });
}

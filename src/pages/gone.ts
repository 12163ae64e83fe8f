import type { Language } from '../texts/message.ts';
import { messageResponse } from './message.ts';
import { textsOf } from './texts.ts';

/** The page for a link that no longer works; it says why, but not where the link led. */
export function gonePage(language: Language, reason: 'disabled' | 'expired'): Response {
  return messageResponse(410, { picture: 'crossed', ...textsOf(language)[reason] }, { language });
}

import type { Language } from '../texts/message.ts';
import { messageResponse } from './message.ts';
import { textsOf } from './texts.ts';

/** The page for a URL that does not exist. */
export function notFoundPage(language: Language = 'en'): Response {
  return messageResponse(404, { picture: 'blank', ...textsOf(language).notFound }, { language });
}

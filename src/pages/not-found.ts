import { messageResponse } from './message.ts';
import { type Language, textsOf } from './texts.ts';

/** There is no such address here. */
export function notFoundPage(language: Language = 'en'): Response {
  return messageResponse(404, { picture: 'blank', ...textsOf(language).notFound }, { language });
}

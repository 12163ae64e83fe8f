import type { MessageValues } from '../../src/texts/message.ts';
import { readTexts } from './texts.ts';

/** The groups of `locales/<language>/api.json`. */
type MessageGroup = 'failures' | 'fields' | 'warnings';

/** A sentence of the API: its code, the values in it, and the sentence in English. */
export interface SentMessage {
  code: string;
  message: string;
  params?: MessageValues | undefined;
}

type Text = string | ((values: MessageValues) => string);

/** The sentence of a code in the reader's language; the English one for a code that this version does not know. */
export function translateMessage(group: MessageGroup, { code, message, params = {} }: SentMessage): string {
  const texts = (readTexts('api')[group] ?? {}) as unknown as Record<string, Text>;
  const text = Object.hasOwn(texts, code) ? texts[code] : undefined;
  if (text === undefined) return message;
  return typeof text === 'string' ? text : text(params);
}

/** The parts of a response that have sentences. */
interface WithWarnings {
  warning?: string;
  warning_details?: SentMessage[];
  warnings?: SentMessage[];
}

/** Translates the warnings of a response in place. */
export function translateWarnings(response: WithWarnings): void {
  const { warning_details: details = [], warnings = [] } = response;
  for (const one of [...details, ...warnings]) one.message = translateMessage('warnings', one);
  if (details.length > 0) response.warning = details.map(({ message }) => message).join(' ');
}

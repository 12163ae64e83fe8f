import { type Catalogue, formatMessage, type Message, type MessageValues } from '../../src/texts/message.ts';
import { type Language, language, localeOf } from './texts.ts';

/** The groups of `locales/<language>/api.json`. */
type MessageGroup = 'failures' | 'fields' | 'warnings';

/** A sentence of the API: its code, the values in it, and the sentence in English. */
export interface SentMessage {
  code: string;
  message: string;
  params?: MessageValues | undefined;
}

/** Loaded when it is first needed: most readers never see an error. Without it, English is better than nothing. */
async function loadCatalogue(chosen: Language): Promise<Catalogue> {
  if (chosen === 'en') return {};
  try {
    return (await import('../../locales/de/api.json')).default;
  } catch {
    return {};
  }
}

/** A sentence of the API in the reader's language, found by its code; in English if the language has none. */
export async function translateMessage(
  group: MessageGroup,
  { code, message, params = {} }: SentMessage,
): Promise<string> {
  const chosen = language.get();
  const texts = ((await loadCatalogue(chosen))[group] ?? {}) as Record<string, Message>;
  const text = Object.hasOwn(texts, code) ? texts[code] : undefined;
  return text === undefined ? message : formatMessage(text, params, { language: chosen, locale: localeOf(chosen) });
}

/** The parts of a response that have sentences. */
interface WithWarnings {
  warning?: string;
  warning_details?: SentMessage[];
  warnings?: SentMessage[];
}

/** Translates the warnings of a response in place. */
export async function translateWarnings(response: WithWarnings): Promise<void> {
  const { warning_details: details = [], warnings = [] } = response;
  for (const one of [...details, ...warnings]) one.message = await translateMessage('warnings', one);
  if (details.length > 0) response.warning = details.map(({ message }) => message).join(' ');
}

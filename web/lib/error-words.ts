import { ApiError } from './api-error.ts';
import { defineTexts, language } from './texts.ts';

const texts = defineTexts(
  {
    offline:
      'The server cannot be reached. Short links that are already out there are not affected by your connection.',
    unavailable: 'The store cannot be reached just now. Short links go on redirecting; try again shortly.',
    limited: (seconds: number) => `Too many requests. Try again in ${seconds} s.`,
    bug: 'Something went wrong on the server. Nothing else is affected.',
    otherSite:
      'The address in your browser is not the one that this server goes by. Its operator sets that as BASE_URL.',
    unknown: 'Something went wrong on this page. Reload it, please.',
    noNumber: 'This is no number.',
    noDate: 'This date is not whole.',
    fields: 'one of the fields needs a look.',
    noLine: 'there is no connection. It is sent as soon as there is one.',
  },
  {
    de: {
      offline: 'Der Server ist nicht erreichbar. Kurzlinks, die schon verteilt sind, betrifft Ihre Verbindung nicht.',
      unavailable:
        'Der Speicher ist gerade nicht erreichbar. Kurzlinks leiten weiter; versuchen Sie es gleich noch einmal.',
      limited: (seconds) => `Zu viele Anfragen. Versuchen Sie es in ${seconds} s noch einmal.`,
      otherSite:
        'Die Adresse in Ihrem Browser ist nicht die, die dieser Server für seine hält. Wer ihn betreibt, stellt sie als BASE_URL ein.',
      bug: 'Auf dem Server ist etwas schiefgegangen. Alles andere läuft weiter.',
      unknown: 'Auf dieser Seite ist etwas schiefgegangen. Bitte laden Sie sie neu.',
      noNumber: 'Das ist keine Zahl.',
      noDate: 'Dieses Datum ist nicht vollständig.',
      fields: 'Eines der Felder stimmt noch nicht.',
      noLine: 'Es gibt keine Verbindung. Sobald es eine gibt, wird es gesendet.',
    },
  },
);

/** What happened, in words of the reader's; what the API says of the request itself is shown as it is. */
export function describeError(error: unknown): string {
  const t = texts[language.get()];
  if (!(error instanceof ApiError)) return t.unknown;
  if (error.status === 0) return t.offline;
  if (error.status === 503) return t.unavailable;
  if (error.status === 429) return t.limited(error.retryAfterSeconds ?? 60);
  if (error.code === 'other_site') return t.otherSite;
  return error.status >= 500 ? t.bug : error.message;
}

/** The same as the end of a sentence, for what is tried again by itself and whose fields say more. */
export function describeBriefly(error: Error): string {
  const t = texts[language.get()];
  if (error instanceof ApiError && error.status === 0) return t.noLine;
  const hasFields = error instanceof ApiError && Object.keys(error.fields).length > 0;
  return hasFields ? t.fields : describeError(error);
}

/** What is wrong with a field of this type whose text the browser cannot read. */
export function describeUnread(type: string): string {
  const t = texts[language.get()];
  return type === 'number' ? t.noNumber : t.noDate;
}

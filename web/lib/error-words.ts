import { ApiError } from './api-error.ts';
import { defineTexts, language } from './texts.ts';

const texts = defineTexts(
  {
    offline: 'Can’t reach the server. Check your connection. Short links you have shared are not affected.',
    unavailable: 'The database is currently unavailable. Short links keep redirecting. Try again shortly.',
    limited: (seconds: number) => `Too many requests. Try again in ${seconds} seconds.`,
    bug: 'Something went wrong on the server. Nothing else is affected.',
    otherSite: 'The address in your browser doesn’t match this server’s BASE_URL. Ask its operator to correct it.',
    unknown: 'Something went wrong on this page. Please reload it.',
    noNumber: 'Enter a number.',
    noDate: 'Enter a complete date.',
    fields: 'check the highlighted fields.',
    noLine: 'you’re offline. Your changes will be sent when you’re back online.',
  },
  {
    de: {
      offline:
        'Der Server ist nicht erreichbar. Prüfen Sie Ihre Verbindung. Bereits geteilte Kurzlinks sind nicht betroffen.',
      unavailable:
        'Die Datenbank ist derzeit nicht erreichbar. Kurzlinks leiten weiterhin weiter. Versuchen Sie es gleich erneut.',
      limited: (seconds) => `Zu viele Anfragen. Versuchen Sie es in ${seconds} Sekunden erneut.`,
      bug: 'Auf dem Server ist ein Fehler aufgetreten. Alles andere ist nicht betroffen.',
      otherSite:
        'Die Adresse in Ihrem Browser stimmt nicht mit der BASE_URL dieses Servers überein. Bitten Sie den Betreiber, sie zu korrigieren.',
      unknown: 'Auf dieser Seite ist ein Fehler aufgetreten. Bitte laden Sie sie neu.',
      noNumber: 'Geben Sie eine Zahl ein.',
      noDate: 'Geben Sie ein vollständiges Datum ein.',
      fields: 'Prüfen Sie die markierten Felder.',
      noLine: 'Sie sind offline. Ihre Änderungen werden gesendet, sobald Sie wieder online sind.',
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

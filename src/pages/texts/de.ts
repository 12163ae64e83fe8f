import type { Texts } from './catalogue.ts';

function waitOf(seconds: number): string {
  if (seconds === 1) return '1 Sekunde';
  return seconds < 120 ? `${seconds} Sekunden` : `${Math.ceil(seconds / 60)} Minuten`;
}

/** German, with Sie. */
export const de: Texts = {
  proceed: 'Weiter',
  password: {
    heading: 'Dieser Link ist geschützt',
    text: 'Geben Sie das Passwort ein, das Sie dazu bekommen haben.',
    label: 'Passwort',
    wrong: 'Das Passwort stimmt nicht. Achten Sie auf Groß- und Kleinschreibung.',
    tooMany: 'Zu viele Versuche. Bitte warten Sie eine Minute und versuchen Sie es dann noch einmal.',
    busy: 'Gerade werden zu viele Passwörter geprüft. Bitte versuchen Sie es in ein paar Sekunden noch einmal.',
  },
  splash: {
    title: 'Weiter zu',
    leads: 'Dieser Link führt zu',
    automatic: (seconds) => `In ${waitOf(seconds)} geht es von selbst weiter.`,
    stay: 'Hier bleiben',
  },
  frame: {
    open: 'Ohne Rahmen öffnen',
    content: (host) => `Seite von ${host}`,
  },
  consent: {
    heading: 'Darf dieser Besuch gemessen werden?',
    text: (vendors) =>
      `Wer diesen Link erstellt hat, möchte mit ${vendors} Besuche messen und Werbung zeigen. Dabei können Cookies gesetzt werden, und man kann Sie auf anderen Websites wiedererkennen. Zur Seite kommen Sie in jedem Fall.`,
    kept: 'Ihre Antwort bleibt 180 Tage in diesem Browser gespeichert.',
    allow: 'Erlauben',
    decline: 'Ablehnen',
  },
  overlay: {
    close: 'Schließen',
    more: 'Mehr erfahren',
    send: 'Senden',
    subscribe: 'Abonnieren',
    copy: 'Kopieren',
    copied: 'Kopiert',
    contact: 'Schreiben Sie uns',
    newsletter: 'Neuigkeiten per E-Mail bekommen',
    name: 'Name',
    email: 'E-Mail',
    message: 'Nachricht',
    thanks: 'Vielen Dank. Es ist angekommen.',
    problems: {
      name: 'Geben Sie einen Namen mit höchstens 100 Zeichen an.',
      email: 'Geben Sie eine vollständige E-Mail-Adresse an, etwa ada@example.com.',
      message: 'Schreiben Sie eine Nachricht mit höchstens 2.000 Zeichen.',
      answer: 'Wählen Sie eine der Antworten.',
    },
    again: 'Ihre Antwort ist bereits gezählt.',
    stale: {
      heading: 'Dieses Formular ist veraltet',
      text: 'Es wurde nichts gesendet. Öffnen Sie den Link noch einmal und füllen Sie das Formular neu aus.',
    },
    failed: 'Das ließ sich nicht senden. Prüfen Sie die Verbindung und versuchen Sie es noch einmal.',
  },
  limited: {
    text: 'Dieser Link kann nur begrenzt oft geöffnet werden. Automatische Besuche, etwa für eine Linkvorschau, öffnen ihn nicht.',
  },
  disabled: {
    heading: 'Dieser Link ist abgeschaltet',
    text: 'Die Adresse stimmt, aber der Link wurde abgeschaltet.',
  },
  expired: {
    heading: 'Dieser Link ist abgelaufen',
    text: 'Die Adresse stimmt, aber der Link galt nur für eine bestimmte Zeit oder eine bestimmte Zahl von Aufrufen.',
  },
  notFound: {
    heading: 'Hier gibt es nichts',
    text: 'Unter diesem Namen gibt es keinen Link. Prüfen Sie die Schreibweise: Groß- und Kleinbuchstaben sind nicht dasselbe.',
  },
  tooMany: {
    heading: 'Zu viele Anfragen',
    text: (seconds) =>
      `Aus Ihrem Netz kamen gerade sehr viele Anfragen. Versuchen Sie es in ${waitOf(seconds)} noch einmal.`,
  },
  unavailable: {
    heading: 'Einen Moment bitte',
    text: 'Dieser Link lässt sich gerade nicht nachschlagen. Das dauert selten länger als ein paar Sekunden.',
    again: 'Noch einmal versuchen',
  },
  scanned: {
    heading: 'In diesem Code steht',
  },
  campaign: {
    by: (username) => `Links von ${username}`,
    protected: 'Fragt nach einem Passwort',
    empty: {
      heading: 'Hier gibt es gerade keine Links',
      text: 'Wer diese Liste teilt, hat noch nichts hineingelegt, oder alles darin ist abgelaufen.',
    },
    newer: 'Neuere',
    older: 'Ältere',
    page: (number) => `Seite ${number}`,
  },
  bio: {
    elsewhere: 'Anderswo',
    code: (address) => `QR-Code von ${address}`,
    made: 'Gemacht mit Signpost',
  },
  preview: {
    title: (name) => `Wohin ${name} führt`,
    leads: 'führt zu',
    name: 'Titel',
    created: 'Erstellt',
    caution:
      'Sehen Sie genau hin: „xn--“ bedeutet, dass dieser Name nicht nur aus den Buchstaben a bis z besteht. Er kann dem Namen einer anderen Website zum Verwechseln ähnlich sehen.',
    unopened: 'Es wurde noch nichts geöffnet.',
    protected: {
      heading: 'Das Ziel ist geschützt',
      text: 'Dieser Link fragt nach einem Passwort, bevor er verrät, wohin er führt.',
    },
    limited: {
      heading: 'Das Ziel ist verborgen',
      text: 'Dieser Link kann nur begrenzt oft geöffnet werden. Wohin er führt, zeigt sich erst beim Öffnen.',
    },
    gone: {
      heading: 'Dieser Link führt nirgendwo mehr hin',
      text: 'Er ist abgelaufen oder wurde abgeschaltet.',
    },
  },
};

import type { Texts } from './catalogue.ts';

function waitOf(seconds: number): string {
  if (seconds === 1) return '1 Sekunde';
  return seconds < 120 ? `${seconds} Sekunden` : `${Math.ceil(seconds / 60)} Minuten`;
}

/** German, with Sie. */
export const de: Texts = {
  proceed: 'Weiter',
  password: {
    heading: 'Dieser Link ist passwortgeschützt',
    text: 'Geben Sie das Passwort ein, um fortzufahren.',
    label: 'Passwort',
    wrong: 'Falsches Passwort. Achten Sie auf Groß- und Kleinschreibung.',
    tooMany: 'Zu viele Versuche. Versuchen Sie es in einer Minute erneut.',
    busy: 'Der Server ist ausgelastet. Versuchen Sie es in einigen Sekunden erneut.',
  },
  splash: {
    title: 'Weiter zu',
    leads: 'Dieser Link führt zu',
    automatic: (seconds) => `Sie werden in ${waitOf(seconds)} weitergeleitet.`,
    stay: 'Hier bleiben',
  },
  frame: {
    open: 'Ohne Frame öffnen',
    content: (host) => `Inhalt von ${host}`,
  },
  consent: {
    heading: 'Tracking erlauben?',
    text: (vendors) =>
      `Der Eigentümer dieses Links möchte mit ${vendors} Besuche messen und Werbung anzeigen. Dabei können Cookies gesetzt werden, und Sie können auf anderen Websites wiedererkannt werden. Zur Seite gelangen Sie in jedem Fall.`,
    kept: 'Ihre Auswahl wird 180 Tage in diesem Browser gespeichert.',
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
    contact: 'Kontaktieren Sie uns',
    newsletter: 'Newsletter abonnieren',
    name: 'Name',
    email: 'E-Mail',
    message: 'Nachricht',
    thanks: 'Vielen Dank! Ihre Antwort ist eingegangen.',
    problems: {
      name: 'Geben Sie Ihren Namen ein (bis zu 100 Zeichen).',
      email: 'Geben Sie eine gültige E-Mail-Adresse ein, z. B. ada@example.com.',
      message: 'Geben Sie eine Nachricht ein (bis zu 2.000 Zeichen).',
      answer: 'Wählen Sie eine der Antworten.',
    },
    again: 'Sie haben bereits abgestimmt.',
    stale: {
      heading: 'Dieses Formular ist abgelaufen',
      text: 'Es wurde nichts gesendet. Öffnen Sie den Link erneut und senden Sie das Formular noch einmal.',
    },
    failed: 'Senden fehlgeschlagen. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
  },
  limited: {
    text: 'Dieser Link kann nur begrenzt oft geöffnet werden. Automatische Besuche, etwa für eine Link-Vorschau, öffnen ihn nicht.',
  },
  disabled: {
    heading: 'Dieser Link ist deaktiviert',
    text: 'Dieser Link wurde deaktiviert und funktioniert nicht mehr.',
  },
  expired: {
    heading: 'Dieser Link ist abgelaufen',
    text: 'Dieser Link war nur für begrenzte Zeit oder eine begrenzte Zahl von Besuchen verfügbar.',
  },
  notFound: {
    heading: 'Link nicht gefunden',
    text: 'Unter dieser Adresse gibt es keinen Link. Prüfen Sie die Schreibweise: Groß- und Kleinschreibung wird unterschieden.',
  },
  tooMany: {
    heading: 'Zu viele Anfragen',
    text: (seconds) => `Aus Ihrem Netzwerk kommen sehr viele Anfragen. Versuchen Sie es in ${waitOf(seconds)} erneut.`,
  },
  unavailable: {
    heading: 'Einen Moment bitte',
    text: 'Dieser Link kann gerade nicht abgerufen werden. Bitte versuchen Sie es in einigen Sekunden erneut.',
    again: 'Erneut versuchen',
  },
  scanned: {
    heading: 'Dieser QR-Code enthält',
  },
  campaign: {
    by: (username) => `Links von ${username}`,
    protected: 'Passwort erforderlich',
    empty: {
      heading: 'Keine Links vorhanden',
      text: 'Diese Liste ist leer, oder alle ihre Links sind abgelaufen.',
    },
    newer: 'Neuere',
    older: 'Ältere',
    page: (number) => `Seite ${number}`,
  },
  bio: {
    elsewhere: 'Soziale Netzwerke',
    code: (address) => `QR-Code für ${address}`,
    made: 'Erstellt mit Signpost',
  },
  preview: {
    title: (name) => `Vorschau von ${name}`,
    leads: 'führt zu',
    name: 'Titel',
    created: 'Erstellt',
    caution:
      'Achtung: „xn--“ bedeutet, dass diese Domain Sonderzeichen enthält. Sie könnte eine andere Website nachahmen.',
    unopened: 'Sie haben diesen Link noch nicht besucht.',
    protected: {
      heading: 'Ziel verborgen',
      text: 'Dieser Link ist passwortgeschützt.',
    },
    limited: {
      heading: 'Ziel verborgen',
      text: 'Dieser Link kann nur begrenzt oft geöffnet werden. Sein Ziel wird erst beim Öffnen angezeigt.',
    },
    gone: {
      heading: 'Dieser Link ist inaktiv',
      text: 'Er ist abgelaufen oder wurde deaktiviert.',
    },
  },
};

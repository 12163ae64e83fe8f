import { defineTexts } from '../../lib/texts.ts';

export const linkPageTexts = defineTexts(
  {
    leadsTo: 'Leads to',
    rules: (count: number) => (count === 1 ? 'and by 1 rule elsewhere' : `and by ${count} rules elsewhere`),
    state: {
      active: 'On',
      disabled: 'Off',
      expired: 'Expired',
      waiting: 'Not begun',
      usedUp: 'Used up',
    },
    emptyText: 'Open the short link once, and watch the click arrive here.',
    qrTitle: 'QR code',
    qrAlt: (short: string) => `QR code that leads to ${short}`,
    qrNone: 'This link has no QR code yet.',
    qrMake: 'Make a QR code',
    qrDesign: 'Design it',
    qrDownload: (kind: string) => `Download ${kind}`,
  },
  {
    de: {
      leadsTo: 'Führt zu',
      rules: (count) => (count === 1 ? 'und nach 1 Regel anderswohin' : `und nach ${count} Regeln anderswohin`),
      state: {
        active: 'An',
        disabled: 'Aus',
        expired: 'Abgelaufen',
        waiting: 'Noch nicht begonnen',
        usedUp: 'Aufgebraucht',
      },
      emptyText: 'Öffnen Sie den Kurzlink einmal und sehen Sie zu, wie der Klick hier ankommt.',
      qrTitle: 'QR-Code',
      qrAlt: (short) => `QR-Code, der zu ${short} führt`,
      qrNone: 'Dieser Link hat noch keinen QR-Code.',
      qrMake: 'QR-Code anlegen',
      qrDesign: 'Gestalten',
      qrDownload: (kind) => `${kind} herunterladen`,
    },
  },
);

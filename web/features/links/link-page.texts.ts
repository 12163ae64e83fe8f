import { defineTexts } from '../../lib/texts.ts';

export const linkPageTexts = defineTexts(
  {
    leadsTo: 'Destination:',
    rules: (count: number) => (count === 1 ? '+ 1 targeting rule' : `+ ${count} targeting rules`),
    state: {
      active: 'Active',
      disabled: 'Disabled',
      expired: 'Expired',
      waiting: 'Scheduled',
      usedUp: 'Click limit reached',
    },
    emptyText: 'Open the short link and watch the click show up here.',
    qrTitle: 'QR code',
    qrAlt: (short: string) => `QR code for ${short}`,
    qrNone: 'This link has no QR code yet.',
    qrMake: 'Create QR code',
    qrDesign: 'Customize',
    qrDownload: (kind: string) => `Download ${kind}`,
  },
  {
    de: {
      leadsTo: 'Ziel:',
      rules: (count) => (count === 1 ? '+ 1 Targeting-Regel' : `+ ${count} Targeting-Regeln`),
      state: {
        active: 'Aktiv',
        disabled: 'Deaktiviert',
        expired: 'Abgelaufen',
        waiting: 'Geplant',
        usedUp: 'Klicklimit erreicht',
      },
      emptyText: 'Öffnen Sie den Kurzlink. Der Klick erscheint hier sofort.',
      qrTitle: 'QR-Code',
      qrAlt: (short) => `QR-Code für ${short}`,
      qrNone: 'Dieser Link hat noch keinen QR-Code.',
      qrMake: 'QR-Code erstellen',
      qrDesign: 'Anpassen',
      qrDownload: (kind) => `${kind} herunterladen`,
    },
  },
);

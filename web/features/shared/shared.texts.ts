import { defineTexts } from '../../lib/texts.ts';

export const sharedTexts = defineTexts(
  {
    title: 'Shared statistics',
    leadsTo: (host: string) => `leads to ${host}`,
    open: 'Open link',
    gone: 'Nothing is shared here',
    goneText: 'The owner may have ended it, or made a new address. Ask whoever gave you this one.',
    hint: 'Nobody has followed the link yet.',
    places: 'Places: IP Geolocation by DB-IP',
  },
  {
    de: {
      title: 'Geteilte Statistik',
      leadsTo: (host) => `führt zu ${host}`,
      open: 'Link öffnen',
      gone: 'Hier wird nichts geteilt',
      goneText: 'Vielleicht wurde das Teilen beendet oder eine neue Adresse angelegt. Fragen Sie, wer Ihnen diese gab.',
      hint: 'Noch ist niemand dem Link gefolgt.',
      places: 'Orte: IP Geolocation by DB-IP',
    },
  },
);

import { defineTexts } from '../../lib/texts.ts';

export const sharedTexts = defineTexts(
  {
    title: 'Shared statistics',
    leadsTo: (host: string) => `→ ${host}`,
    open: 'Open link',
    gone: 'These statistics aren’t shared',
    goneText: 'The owner may have stopped sharing or created a new link. Ask them for the current one.',
    hint: 'No clicks yet.',
    places: 'IP geolocation by DB-IP',
  },
  {
    de: {
      title: 'Geteilte Statistik',
      leadsTo: (host) => `→ ${host}`,
      open: 'Link öffnen',
      gone: 'Diese Statistik ist nicht geteilt',
      goneText: 'Vielleicht wurde das Teilen beendet oder ein neuer Link erstellt. Fragen Sie nach dem aktuellen.',
      hint: 'Noch keine Klicks.',
      places: 'IP geolocation by DB-IP',
    },
  },
);

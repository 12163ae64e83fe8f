import { defineTexts } from '../../lib/texts.ts';

export const homeTexts = defineTexts(
  {
    title: 'Home',
    lastDays: 'Last 30 days',
    links: 'Links',
    add: 'New link',
    show: 'View',
    topLinks: 'Top links (all time)',
    topHead: 'Link',
    quiet: 'No clicks in the last 30 days',
    quietText: 'Share one of your links. Clicks show up here as they happen.',
    waiting: 'Waiting for the next visit…',
    firstTitle: 'Create your first link',
    firstText: 'Paste a long URL and press Enter. The short link is copied to your clipboard.',
    firstExample: 'For example: https://example.com/spring-sale',
  },
  {
    de: {
      title: 'Übersicht',
      lastDays: 'Letzte 30 Tage',
      links: 'Links',
      add: 'Neuer Link',
      show: 'Ansehen',
      topLinks: 'Top-Links (insgesamt)',
      topHead: 'Link',
      quiet: 'Keine Klicks in den letzten 30 Tagen',
      quietText: 'Teilen Sie einen Ihrer Links. Klicks erscheinen hier sofort.',
      waiting: 'Warten auf den nächsten Besuch …',
      firstTitle: 'Erstellen Sie Ihren ersten Link',
      firstText:
        'Fügen Sie eine lange URL ein und drücken Sie die Eingabetaste. Der Kurzlink wird in die Zwischenablage kopiert.',
      firstExample: 'Zum Beispiel: https://example.com/fruehlingsangebot',
    },
  },
);

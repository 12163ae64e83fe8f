import { defineTexts } from '../../lib/texts.ts';

export const homeTexts = defineTexts(
  {
    title: 'Home',
    lastDays: 'Last 30 days',
    links: 'Links',
    add: 'New link',
    show: 'Show',
    topLinks: 'Top links of all time',
    topHead: 'Link',
    quiet: 'No clicks in the last 30 days',
    quietText: 'Share one of your links. What happens to it appears here at once.',
    waiting: 'Waiting for the next visit. It appears here as it happens.',
    firstTitle: 'Make your first link',
    firstText: 'Paste any long URL and press Enter. The short one is copied at once.',
    firstExample: 'For example: https://example.com/spring-sale',
  },
  {
    de: {
      title: 'Übersicht',
      lastDays: 'Letzte 30 Tage',
      links: 'Links',
      add: 'Neuer Link',
      show: 'Ansehen',
      topLinks: 'Meistgeklickte Links insgesamt',
      topHead: 'Link',
      quiet: 'Keine Klicks in den letzten 30 Tagen',
      quietText: 'Teilen Sie einen Ihrer Links. Was mit ihm geschieht, erscheint hier sofort.',
      waiting: 'Wartet auf den nächsten Besuch. Er erscheint hier, sobald er geschieht.',
      firstTitle: 'Legen Sie Ihren ersten Link an',
      firstText: 'Fügen Sie eine lange URL ein und drücken Sie Enter. Die kurze ist sofort kopiert.',
      firstExample: 'Zum Beispiel: https://example.com/fruehlingsangebot',
    },
  },
);

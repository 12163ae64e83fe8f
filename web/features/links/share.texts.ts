import { defineTexts } from '../../lib/texts.ts';

export const shareTexts = defineTexts(
  {
    share: 'Share statistics',
    shared: 'Share statistics: they are shared',
    isShared: 'Anyone with the address can see them',
    hint: 'They see sums by day: no single visits, no target beyond its host, nothing of your account.',
    copy: 'Copy address',
    replace: 'Make a new address',
    replaceHint: 'The address above stops working at once.',
    replaced: 'The new address is there. The old one is over.',
    made: 'The statistics are shared.',
    ended: 'The statistics are no longer shared.',
  },
  {
    de: {
      share: 'Statistik teilen',
      shared: 'Statistik teilen: sie ist geteilt',
      isShared: 'Wer die Adresse hat, kann sie sehen',
      hint: 'Zu sehen sind Summen je Tag: keine einzelnen Besuche, vom Ziel nur der Host, nichts von Ihrem Konto.',
      copy: 'Adresse kopieren',
      replace: 'Neue Adresse anlegen',
      replaceHint: 'Die Adresse darüber gilt dann sofort nicht mehr.',
      replaced: 'Die neue Adresse gilt. Die alte ist hinfällig.',
      made: 'Die Statistik ist geteilt.',
      ended: 'Die Statistik ist nicht mehr geteilt.',
    },
  },
);

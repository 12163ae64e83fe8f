import { defineTexts } from '../../lib/texts.ts';

export const shareTexts = defineTexts(
  {
    share: 'Share statistics',
    shared: 'Statistics are shared (click to manage)',
    isShared: 'Anyone with the link can view these statistics',
    hint: 'Viewers see daily totals only: no individual visits, no full destination URL and nothing else from your account.',
    copy: 'Copy link',
    replace: 'Create a new link',
    replaceHint: 'The current link stops working immediately.',
    replaced: 'New link created. The old one no longer works.',
    made: 'Sharing turned on.',
    ended: 'Sharing turned off.',
  },
  {
    de: {
      share: 'Statistik teilen',
      shared: 'Statistik ist geteilt (zum Verwalten klicken)',
      isShared: 'Alle, die den Link haben, können diese Statistik sehen',
      hint: 'Zu sehen sind nur Tagessummen: keine einzelnen Besuche, keine vollständige Ziel-URL und nichts anderes aus Ihrem Konto.',
      copy: 'Link kopieren',
      replace: 'Neuen Link erstellen',
      replaceHint: 'Der bisherige Link funktioniert dann sofort nicht mehr.',
      replaced: 'Neuer Link erstellt. Der alte funktioniert nicht mehr.',
      made: 'Teilen eingeschaltet.',
      ended: 'Teilen ausgeschaltet.',
    },
  },
);

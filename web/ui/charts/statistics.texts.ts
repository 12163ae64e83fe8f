import { defineTexts } from '../../lib/texts.ts';

/** What the pages say that hold nothing but statistics. */
export const statisticsTexts = defineTexts(
  {
    title: 'Statistics',
    qr: {
      edit: 'Design',
      hint: 'Scan the code once, and see the scan arrive here.',
      notCounted:
        'This code holds its content itself, so that nobody is asked when it is scanned, and nothing is counted.',
    },
    bio: {
      edit: 'Edit page',
      hint: 'Open the page once, and see the view arrive here.',
      blocks: 'Blocks',
      block: 'Block',
      blockHint: 'Nobody has followed this block in this range.',
      only: (name: string) => `Block: ${name}`,
    },
  },
  {
    de: {
      title: 'Statistik',
      qr: {
        edit: 'Gestalten',
        hint: 'Scannen Sie den Code einmal und sehen Sie zu, wie der Scan hier ankommt.',
        notCounted:
          'Dieser Code enthält seinen Inhalt selbst: Beim Scannen wird niemand gefragt, und nichts wird gezählt.',
      },
      bio: {
        edit: 'Seite bearbeiten',
        hint: 'Öffnen Sie die Seite einmal und sehen Sie zu, wie der Aufruf hier ankommt.',
        blocks: 'Blöcke',
        block: 'Block',
        blockHint: 'Diesem Block ist in diesem Zeitraum niemand gefolgt.',
        only: (name) => `Block: ${name}`,
      },
    },
  },
);

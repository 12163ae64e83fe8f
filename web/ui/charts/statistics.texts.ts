import { defineTexts } from '../../lib/texts.ts';

/** Texts of the statistics pages. */
export const statisticsTexts = defineTexts(
  {
    title: 'Statistics',
    qr: {
      edit: 'Edit design',
      hint: 'Scan the code and watch it show up here.',
      notCounted: 'This is a static code: its content is stored in the code itself, so scans can’t be counted.',
    },
    bio: {
      edit: 'Edit page',
      hint: 'Open the page and watch the view show up here.',
      blocks: 'Blocks',
      block: 'Block',
      blockHint: 'No clicks on this block in this period.',
      only: (name: string) => `Block: ${name}`,
    },
  },
  {
    de: {
      title: 'Statistik',
      qr: {
        edit: 'Design bearbeiten',
        hint: 'Scannen Sie den Code. Der Scan erscheint hier sofort.',
        notCounted:
          'Dies ist ein statischer Code: Sein Inhalt steckt im Code selbst, deshalb lassen sich Scans nicht zählen.',
      },
      bio: {
        edit: 'Seite bearbeiten',
        hint: 'Öffnen Sie die Seite. Der Aufruf erscheint hier sofort.',
        blocks: 'Blöcke',
        block: 'Block',
        blockHint: 'Keine Klicks auf diesen Block in diesem Zeitraum.',
        only: (name) => `Block: ${name}`,
      },
    },
  },
);

import { defineTexts } from '../lib/texts.ts';

/** Texts of the field that creates a link from a long URL. */
export const pasteTexts = defineTexts(
  {
    paste: 'Paste a long URL',
    shorten: 'Shorten',
    copied: (short: string) => `${short} created and copied to the clipboard.`,
    made: (short: string) => `${short} created.`,
  },
  {
    de: {
      paste: 'Lange URL einfügen',
      shorten: 'Kürzen',
      copied: (short) => `${short} erstellt und in die Zwischenablage kopiert.`,
      made: (short) => `${short} erstellt.`,
    },
  },
);

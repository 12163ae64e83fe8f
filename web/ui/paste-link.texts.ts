import { defineTexts } from '../lib/texts.ts';

/** What the field says that makes a link of a long URL. */
export const pasteTexts = defineTexts(
  {
    paste: 'Paste a long URL',
    shorten: 'Shorten',
    copied: (short: string) => `${short} is made and copied.`,
    made: (short: string) => `${short} is made.`,
  },
  {
    de: {
      paste: 'Lange URL einfügen',
      shorten: 'Kürzen',
      copied: (short) => `${short} ist angelegt und kopiert.`,
      made: (short) => `${short} ist angelegt.`,
    },
  },
);

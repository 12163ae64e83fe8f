const DIACRITICS = /[\u0300-\u036f]/g;
const BEYOND_ASCII = /[^\0-\x7f]/;

// The data writes the same place with and without these (`Berlin`, `State of Berlin`); `district of` stays, for Columbia's sake.
const FORMS_OF_STATE = [
  'state of ',
  'free state of ',
  'city state ',
  'city of ',
  'free hanseatic city of ',
  'free and hanseatic city of ',
  'province of ',
  'region of ',
  'county of ',
  'canton of ',
  'municipality of ',
  'urban municipality of ',
];

/** The name in lower case without accents, with one kind of apostrophe, hyphen and space: equal for all ways of typing it. */
export function foldName(text: string): string {
  const lower = text.trim().toLowerCase().replace(/\s+/g, ' ');
  if (!BEYOND_ASCII.test(lower)) return lower;
  return lower
    .normalize('NFD')
    .replace(DIACRITICS, '')
    .normalize('NFC')
    .replace(/[‘’ʼ`´]/g, "'")
    .replace(/[‐-―]/g, '-');
}

/** A region's name as it is compared and shown: folded, and without the form of its government. */
export function foldRegion(text: string): string {
  const name = foldName(text);
  const form = FORMS_OF_STATE.find((words) => name.length > words.length && name.startsWith(words));
  return form === undefined ? name : name.slice(form.length);
}

const DIACRITICS = /[\u0300-\u036f]/g;
const BEYOND_ASCII = /[^\0-\x7f]/;

// The data has the same place with and without these (`Berlin`, `State of Berlin`). `district of` stays, because of Columbia.
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

/** Normalizes a name for comparison: lower case, no accents, one kind of apostrophe, hyphen and space. */
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

/** Normalizes the name of a region for comparison and display: folded, and without words such as `state of`. */
export function foldRegion(text: string): string {
  const name = foldName(text);
  const form = FORMS_OF_STATE.find((words) => name.length > words.length && name.startsWith(words));
  return form === undefined ? name : name.slice(form.length);
}

const PARENTHESES = /\s*\([^()]*\)/g;
const MAX_FOLDED = 20_000;
const folded = new Map<string, string>();

/**
 * Normalizes the name of a region or a city for comparison: folded, without parts in parentheses and words such as `state of`.
 * Caches the results, because many visitors come from one place.
 */
export function foldPlace(text: string): string {
  let name = folded.get(text);
  if (name === undefined) {
    name = foldRegion(text.replace(PARENTHESES, ' '));
    if (folded.size >= MAX_FOLDED) folded.clear();
    folded.set(text, name);
  }
  return name;
}

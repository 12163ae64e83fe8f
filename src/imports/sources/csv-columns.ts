import type { CsvRow } from '../../lib/read-csv.ts';
import type { ImportProduct } from '../source.ts';

/** A product whose export is a CSV file with one row for each link. */
export type CsvProduct = Extract<
  ImportProduct,
  'csv' | 'shortio' | 'rebrandly' | 'tinyurl' | 'firebase' | 'bitly' | 'dub' | 'yourls'
>;

// The columns of Firebase are named in words, and in brackets as the parameters of its links.
const FIREBASE: Record<string, string> = {
  ...{ link: 'longurl', st: 'metatitle', sd: 'metadescription', si: 'metaimage' },
  ...{ ofl: 'desktop fallback', afl: 'android fallback', ifl: 'ios fallback' },
};
const FIREBASE_WORDS: Record<string, string> = {
  ...{ 'social title': 'metatitle', 'social description': 'metadescription', 'social image': 'metaimage' },
  ...{ 'social image link': 'metaimage', 'deep link': 'longurl', 'desktop fallback link': 'desktop fallback' },
  ...{ 'android fallback link': 'android fallback', 'ios fallback link': 'ios fallback' },
};

// Archived links still redirect in all of these products.
const LEFT_OUT = /^(is)?archived\??$/i;

const IN_BRACKETS = /\(([^)]*)\)\s*$/;

function renameFirebase(name: string): string {
  const parameter = IN_BRACKETS.exec(name)?.[1]?.trim().toLowerCase() ?? name.trim().toLowerCase();
  const words = name.replace(IN_BRACKETS, '').trim().toLowerCase();
  return FIREBASE[parameter] ?? FIREBASE_WORDS[words] ?? name;
}

/** The names of the columns as the table of columns knows them; '' for a column that is left out. */
export function renameColumns(product: CsvProduct, head: CsvRow): CsvRow {
  if (product === 'csv') return head;
  const cells = head.cells.map((name) => {
    if (LEFT_OUT.test(name.trim())) return '';
    return product === 'firebase' ? renameFirebase(name) : name;
  });
  return { ...head, cells };
}

const FALLBACKS = [
  ['ios fallback', 'iphone'],
  ['android fallback', 'android'],
  ['desktop fallback', 'desktop'],
] as const;

/** The destinations of Firebase for visitors without the app, as device targeting. */
export function readFallbacks(head: CsvRow, { cells }: CsvRow): { device: string; link: string }[] {
  return FALLBACKS.flatMap(([name, device]) => {
    const index = head.cells.indexOf(name);
    const link = index === -1 ? '' : (cells[index] ?? '').trim();
    return link === '' ? [] : [{ device, link }];
  });
}

import type { InputOf } from '../../lib/api.ts';

type Way = 'address' | 'file';

interface Product {
  label: string;
  ways: readonly [Way, ...Way[]];
}

const both = ['address', 'file'] as const;

/** The services to move from, and how each is read. Their names are the same in all languages. */
export const products = {
  yourls: { label: 'YOURLS', ways: ['file', 'address'] },
  shlink: { label: 'Shlink', ways: ['address'] },
  kutt: { label: 'Kutt', ways: ['file', 'address'] },
  polr: { label: 'Polr', ways: ['file'] },
  bitly: { label: 'Bitly', ways: both },
  dub: { label: 'Dub', ways: both },
  shortio: { label: 'Short.io', ways: ['file'] },
  rebrandly: { label: 'Rebrandly', ways: ['file'] },
  tinyurl: { label: 'TinyURL', ways: ['file'] },
  firebase: { label: 'Firebase Dynamic Links', ways: ['file'] },
  signpost: { label: 'Signpost', ways: both },
} as const satisfies Record<string, Product>;

export type ProductName = keyof typeof products;

/** What the user chose. */
export interface MoveChoices {
  product: ProductName;
  way: Way;
  url: string;
  key: string;
  file: File | undefined;
  /** The target of each domain of the source. */
  domains: Record<string, string>;
  taken: 'skip' | 'rename';
}

/** The request that starts the import, or checks what it would do. */
export function toRequest(choices: MoveChoices, isDryRun: boolean): InputOf<'POST /api/import/add'> {
  const { product: from, way, url, key, file, domains, taken } = choices;
  if (way === 'address') return { body: { from, url, key, domains, taken, dry_run: isDryRun } };
  const pairs = Object.entries(domains).map(([source, target]) => `${source}=${target}`);
  return {
    query: { from, taken, dry_run: isDryRun ? '1' : '0', domains: pairs.join(',') },
    body: new Blob(file ? [file] : [], { type: 'application/octet-stream' }),
  };
}

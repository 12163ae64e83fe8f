import type { InputOf } from '../../lib/api.ts';
import type { ChosenColumns } from './column-choices.ts';

type Way = 'address' | 'file';

interface Product {
  label: string;
  /** Its file is a CSV file, whose columns can be chosen. */
  isCsv?: boolean;
  ways: readonly [Way, ...Way[]];
}

const both = ['address', 'file'] as const;

/** The services to move from, and how each is read. Their names are the same in all languages. */
export const products = {
  yourls: { label: 'YOURLS', ways: ['file', 'address'] },
  shlink: { label: 'Shlink', ways: ['address'] },
  kutt: { label: 'Kutt', ways: ['file', 'address'] },
  polr: { label: 'Polr', ways: ['file'] },
  bitly: { label: 'Bitly', ways: both, isCsv: true },
  dub: { label: 'Dub', ways: both, isCsv: true },
  shortio: { label: 'Short.io', ways: ['file'], isCsv: true },
  rebrandly: { label: 'Rebrandly', ways: ['file'], isCsv: true },
  tinyurl: { label: 'TinyURL', ways: ['file'], isCsv: true },
  firebase: { label: 'Firebase Dynamic Links', ways: ['file'], isCsv: true },
  signpost: { label: 'Signpost', ways: both },
} as const satisfies Record<string, Product>;

export type ProductName = keyof typeof products;

/** The name of a product of the API. */
export function productLabel(name: string): string {
  return name in products ? products[name as ProductName].label : name.toUpperCase();
}

/** Whether the user can choose columns. */
export function hasColumns({ product, way, file }: ServiceImportChoices): boolean {
  return 'isCsv' in products[product] && way === 'file' && file !== undefined;
}

/** What the user chose. */
export interface ServiceImportChoices {
  product: ProductName;
  way: Way;
  url: string;
  key: string;
  file: File | undefined;
  /** The target of each domain of the source. */
  domains: Record<string, string>;
  taken: 'skip' | 'rename';
  /** The columns of a CSV file, if the user chose them. */
  columns?: { chosen: ChosenColumns; query: string } | undefined;
}

/** The request that starts the import, or checks what it would do. */
export function toRequest(choices: ServiceImportChoices, isDryRun: boolean): InputOf<'POST /api/import/add'> {
  const { product: from, way, url, key, file, domains, taken, columns } = choices;
  if (way === 'address') return { body: { from, url, key, domains, taken, dry_run: isDryRun } };
  const pairs = Object.entries(domains).map(([source, target]) => `${source}=${target}`);
  return {
    query: {
      ...{ from, taken, dry_run: isDryRun ? '1' : '0', domains: pairs.join(',') },
      ...(columns && { columns: columns.query }),
    },
    body: new Blob(file ? [file] : [], { type: 'application/octet-stream' }),
  };
}

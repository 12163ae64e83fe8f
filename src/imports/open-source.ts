import { invalidField } from '../core/errors.ts';
import type { ColumnChoices } from '../resources/links/import/link-import.choices.ts';
import type { ImportProduct, ImportSource, SourceInput } from './source.ts';
import { inputNotSupported } from './source-failures.ts';
import { openBitly } from './sources/bitly-source.ts';
import type { CsvProduct } from './sources/csv-columns.ts';
import { assertCsvColumns, openCsvSource } from './sources/csv-source.ts';
import { openDub } from './sources/dub-source.ts';
import { openKutt } from './sources/kutt-address.ts';
import { openKuttDump } from './sources/kutt-dump.ts';
import { openPolrDump } from './sources/polr-dump.ts';
import { openShlink } from './sources/shlink-source.ts';
import { openYourls } from './sources/yourls-address.ts';
import { openYourlsDump } from './sources/yourls-dump.ts';

/** How a product can be imported: from a file, from its address, or both. */
interface ProductSource {
  file?: (path: string, columns?: ColumnChoices) => Promise<ImportSource>;
  /** Throws if a CSV file does not have these columns; absent if the file is not a CSV file. */
  assertColumns?: (path: string, columns: ColumnChoices) => Promise<void>;
  address?: (input: Extract<SourceInput, { kind: 'address' }>) => Promise<ImportSource>;
}

function csv(product: CsvProduct): Required<Pick<ProductSource, 'file' | 'assertColumns'>> {
  return {
    file: (path, columns) => openCsvSource(product, path, columns),
    assertColumns: (path, columns) => assertCsvColumns(product, path, columns),
  };
}

/** The products in the order in which they are offered; one line for each. */
const sources: Partial<Record<ImportProduct, ProductSource>> = {
  shlink: { address: openShlink },
  yourls: { address: openYourls, file: openYourlsDump },
  kutt: { address: openKutt, file: openKuttDump },
  polr: { file: openPolrDump },
  bitly: { address: openBitly, ...csv('bitly') },
  dub: { address: openDub, ...csv('dub') },
  shortio: csv('shortio'),
  rebrandly: csv('rebrandly'),
  tinyurl: csv('tinyurl'),
  firebase: csv('firebase'),
  csv: csv('csv'),
};

/** Whether a product can be imported in this way. Another Signpost has no source: its export is restored. */
export function isSupported(product: ImportProduct, kind: SourceInput['kind']): boolean {
  return product === 'signpost' || sources[product]?.[kind] !== undefined;
}

/** Throws if the input is not a CSV file: only those have columns to choose. */
export function assertHasColumns(product: ImportProduct, kind: SourceInput['kind']): void {
  if (kind === 'address' || !sources[product]?.assertColumns) throw invalidField('columns', 'columns_not_used');
}

/** Throws if the columns that the user chose are not in the file. */
export async function assertColumns(product: ImportProduct, path: string, columns: ColumnChoices): Promise<void> {
  await sources[product]?.assertColumns?.(path, columns);
}

/** Opens the source of a product; throws if the input is not what it should be. */
export async function openSource(
  product: ImportProduct,
  input: SourceInput,
  columns?: ColumnChoices,
): Promise<ImportSource> {
  const { file, address } = sources[product] ?? {};
  if (input.kind === 'file' && file) return file(input.path, columns);
  if (input.kind === 'address' && address) return address(input);
  throw inputNotSupported({ product, input: file ? 'a file' : 'its address and key' });
}

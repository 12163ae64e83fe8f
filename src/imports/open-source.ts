import type { ImportProduct, ImportSource, OpenSource, SourceInput } from './source.ts';
import { inputNotSupported } from './source-failures.ts';
import { openBitly } from './sources/bitly-source.ts';
import type { CsvProduct } from './sources/csv-columns.ts';
import { openCsvSource } from './sources/csv-source.ts';
import { openDub } from './sources/dub-source.ts';

type AddressInput = Extract<SourceInput, { kind: 'address' }>;

/** How a product can be imported. */
interface ProductSource {
  inputs: readonly SourceInput['kind'][];
  open: OpenSource;
}

function csv(product: CsvProduct): ProductSource {
  return {
    inputs: ['file'],
    open: async (input) => {
      if (input.kind !== 'file') throw inputNotSupported({ product, input: 'a file' });
      return openCsvSource(product, input.path);
    },
  };
}

/** A product that has an API and exports a CSV file. */
function addressOrCsv(product: CsvProduct, open: (input: AddressInput) => Promise<ImportSource>): ProductSource {
  return {
    inputs: ['address', 'file'],
    open: (input) => (input.kind === 'file' ? openCsvSource(product, input.path) : open(input)),
  };
}

/** The products in the order in which they are offered; one line for each. */
const sources: Partial<Record<ImportProduct, ProductSource>> = {
  bitly: addressOrCsv('bitly', openBitly),
  dub: addressOrCsv('dub', openDub),
  shortio: csv('shortio'),
  rebrandly: csv('rebrandly'),
  tinyurl: csv('tinyurl'),
  firebase: csv('firebase'),
  csv: csv('csv'),
};

/** Opens the source of a product; throws if the input is not what it should be. */
export async function openSource(product: ImportProduct, input: SourceInput): Promise<ImportSource> {
  const found = sources[product];
  if (!found?.inputs.includes(input.kind)) {
    throw inputNotSupported({ product, input: found?.inputs.includes('file') ? 'a file' : 'its address and key' });
  }
  return found.open(input);
}

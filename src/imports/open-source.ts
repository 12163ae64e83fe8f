import type { ImportProduct, ImportSource, OpenSource, SourceInput } from './source.ts';
import { inputNotSupported } from './source-failures.ts';
import type { CsvProduct } from './sources/csv-columns.ts';
import { openCsvSource } from './sources/csv-source.ts';

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

/** The products in the order in which they are offered; one line for each. */
const sources: Partial<Record<ImportProduct, ProductSource>> = {
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

import type { ImportProduct, ImportSource, OpenSource, SourceInput } from './source.ts';
import { inputNotSupported } from './source-failures.ts';
import type { CsvProduct } from './sources/csv-columns.ts';
import { openCsvSource } from './sources/csv-source.ts';
import { openKutt } from './sources/kutt-address.ts';
import { openKuttDump } from './sources/kutt-dump.ts';
import { openPolrDump } from './sources/polr-dump.ts';
import { openShlink } from './sources/shlink-source.ts';
import { openYourls } from './sources/yourls-address.ts';
import { openYourlsDump } from './sources/yourls-dump.ts';

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

type OpenFile = (path: string) => Promise<ImportSource>;
type OpenAddress = (input: SourceInput & { kind: 'address' }) => Promise<ImportSource>;

function fileOf(openFile: OpenFile): ProductSource {
  return { inputs: ['file'], open: async (input) => openFile(input.kind === 'file' ? input.path : '') };
}

function addressOf(openAddress: OpenAddress): ProductSource {
  return { inputs: ['address'], open: async (input) => openAddress(input as SourceInput & { kind: 'address' }) };
}

function fileOrAddressOf(openFile: OpenFile, openAddress: OpenAddress): ProductSource {
  return {
    inputs: ['file', 'address'],
    open: async (input) => (input.kind === 'file' ? openFile(input.path) : openAddress(input)),
  };
}

/** The products in the order in which they are offered; one line for each. */
const sources: Partial<Record<ImportProduct, ProductSource>> = {
  shlink: addressOf(openShlink),
  yourls: fileOrAddressOf(openYourlsDump, openYourls),
  kutt: fileOrAddressOf(openKuttDump, openKutt),
  polr: fileOf(openPolrDump),
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

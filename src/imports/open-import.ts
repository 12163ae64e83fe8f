import type { ImportReport, ImportSettings, StoredRun } from './import.ts';
import { assertHasColumns, type openSource } from './open-source.ts';
import { type ImportParts, ImportRunner, type ImportWatch } from './run-import.ts';
import { type ExportRestoreParts, openExport } from './signpost/open-export.ts';
import type { ImportProduct, ImportSource, SourceInput } from './source.ts';

/** The dependencies of all imports. */
export interface OpenParts extends ImportParts, ExportRestoreParts {
  openSource: typeof openSource;
}

/** An import whose input is open. */
export interface OpenedImport {
  /** The host of the service; '' for a file. */
  host: string;
  columns: ImportSource['columns'];
  /** Runs to the end; throws what the input throws, or `ImportStopped`. */
  run(run: StoredRun, watch: ImportWatch): Promise<ImportReport>;
  close(): Promise<void>;
}

/** Opens the input of an import; throws if it is not what it should be. */
export async function openImport(
  parts: OpenParts,
  product: ImportProduct,
  input: SourceInput,
  { columns }: ImportSettings,
): Promise<OpenedImport> {
  if (columns) assertHasColumns(product, input.kind);
  if (product === 'signpost') {
    const host = input.kind === 'address' ? new URL(input.url).host : '';
    return { ...(await openExport(parts, input)), host, columns: undefined };
  }
  const source = await parts.openSource(product, input, columns);
  return {
    host: source.describe().host,
    columns: source.columns,
    run: (run, watch) => new ImportRunner(parts, run, watch).run(source),
    close: () => source.close(),
  };
}

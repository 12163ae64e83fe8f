import type { ImportSettings } from '../../src/imports/import.ts';
import type { ImportProduct } from '../../src/imports/source.ts';
import { createSourceClient, type SendToSource } from '../../src/imports/source-client.ts';
import type { TestSite } from './test-site.ts';

/** What an import between two sites of a test needs. */
export interface SiteImport {
  product: ImportProduct;
  /** The site whose compatible API is read. */
  source: TestSite;
  key: string;
  target: TestSite;
  /** Responds in place of the source, for faults. */
  intercept?(path: string): { status: number; text: string } | undefined;
}

/** Imports the links of one site into another, through the API of a product that the first one is compatible with. */
export async function importFromSite(
  { product, source, key, target, intercept }: SiteImport,
  owner: number,
  { settings = {}, isDryRun = false }: { settings?: Partial<ImportSettings>; isDryRun?: boolean } = {},
) {
  const send: SendToSource = async (url, headers) => {
    const { pathname, search } = new URL(url);
    const other = intercept?.(pathname);
    if (other) return { status: other.status, headers: new Headers(), bytes: Buffer.from(other.text) };
    const response = await source.send('GET', pathname + search, { headers });
    return { status: response.status, headers: response.headers, bytes: Buffer.from(response.text) };
  };
  const client = createSourceClient({ send, sleep: async () => {} });
  const input = { kind: 'address' as const, url: 'http://localhost:3000', key, client };
  const wanted = { product, input, settings: { taken: 'skip' as const, domains: {}, ...settings }, isDryRun };
  return target.site.services.imports.runNow(owner, wanted, () => ({ onProgress() {} }));
}

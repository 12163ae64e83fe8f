import { photograph, readByJsqr } from './read-codes.ts';
import type { TestSite } from './test-site.ts';

/** A response that contains a file. */
export interface ReceivedFile {
  status: number;
  headers: Headers;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Requests a file like a browser. */
export async function fetchFile(
  { site }: TestSite,
  address: string,
  headers: Record<string, string> = {},
): Promise<ReceivedFile> {
  const { pathname, search } = new URL(address, 'http://localhost:3000');
  const request = new Request(`http://localhost:3000${pathname}${search}`, {
    headers: { Host: 'localhost:3000', ...headers },
  });
  const response = await site.handle(request, { requestIP: () => ({ address: '203.0.113.9' }) });
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes };
}

// The same file always reads the same, on whichever engine it was made.
const texts = new Map<string, string | undefined>();

/** Scans a PNG or the text of an SVG, from afar and then from near. */
export function scanFile(file: Uint8Array | string): string | undefined {
  const scan = (sidePx: number) => readByJsqr(photograph(file, { sidePx, turnDegrees: 0, blurPx: 0 }));
  const id = `${typeof file} ${Bun.SHA256.hash(file, 'hex')}`;
  if (!texts.has(id)) texts.set(id, scan(360) ?? scan(900));
  return texts.get(id);
}

import type { Fetched } from './outbound.ts';

const TOTAL_MS = 60_000;
const MAX_BYTES = 256 * 1024 * 1024;
// A download is not kept in memory.
const DOWNLOAD_MS = 30 * 60_000;
const MAX_REDIRECTS = 3;

async function readBounded(response: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) throw new Error(`more than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Sends a GET request to an address that the operator named on the command line; private addresses and any port are allowed.
 * Redirects are followed on the same host only, because the headers may contain a key. `receive` gets a large body piece by piece.
 */
export async function fetchForCommand(
  href: string,
  headers: Record<string, string>,
  receive?: (piece: Uint8Array) => Promise<void>,
): Promise<Fetched> {
  const signal = AbortSignal.timeout(receive ? DOWNLOAD_MS : TOTAL_MS);
  let url = new URL(href);
  for (let redirects = 0; ; redirects += 1) {
    const response = await fetch(url, {
      headers: { 'User-Agent': 'Signpost', ...headers },
      redirect: 'manual',
      signal,
    });
    const location = response.headers.get('Location');
    const next =
      location === null || response.status < 300 || response.status > 399 ? null : URL.parse(location, url.href);
    if (!next || next.hostname !== url.hostname || redirects === MAX_REDIRECTS) {
      if (receive) for await (const piece of response.body ?? []) await receive(piece);
      const bytes = receive ? new Uint8Array() : await readBounded(response);
      return { url: url.href, status: response.status, headers: response.headers, bytes };
    }
    await response.body?.cancel();
    url = next;
  }
}

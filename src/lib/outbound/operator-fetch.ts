import { isLoopbackName } from '../ip.ts';
import { withTimeLimit } from '../time-limit.ts';

/** Sends a request; the response has been read completely. */
export type OperatorFetch = (url: string, options?: RequestInit) => Promise<Response>;

interface Limits {
  totalMs: number;
  maxBytes: number;
}

/** The default limits of a request to a server that the operator named. */
export const OPERATOR_LIMITS: Limits = { totalMs: 10_000, maxBytes: 1024 * 1024 };

const EMPTY_STATUSES = [204, 205, 304];

async function readBounded(response: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new Error(`more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/**
 * Fetches from servers that the operator named in the configuration: these may have private addresses and any port. Plain
 * HTTP stays on this machine, redirects are not followed, and time and size are limited.
 */
export function createOperatorFetch({ totalMs, maxBytes }: Limits = OPERATOR_LIMITS): OperatorFetch {
  async function send(url: string, options: RequestInit, stop: AbortController): Promise<Response> {
    const { protocol, hostname } = new URL(url);
    if (protocol !== 'https:' && !(protocol === 'http:' && isLoopbackName(hostname))) {
      throw new Error(`${protocol}//${hostname} is neither https nor on this machine`);
    }
    const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
    const response = await fetch(url, {
      ...options,
      redirect: 'manual',
      signal,
      // Explicit, because an environment variable may have turned it off.
      tls: { rejectUnauthorized: true },
    });
    const bytes = await readBounded(response, maxBytes);
    const { status, statusText } = response;
    const headers = new Headers(response.headers);
    // The bytes are decoded already.
    headers.delete('Content-Encoding');
    headers.delete('Content-Length');
    return new Response(EMPTY_STATUSES.includes(status) ? null : bytes, { status, statusText, headers });
  }

  return async (url, options = {}) => {
    const stop = new AbortController();
    try {
      return await withTimeLimit(totalMs, send(url, options, stop));
    } finally {
      // Ends a connection that still sends after a limit.
      stop.abort();
    }
  };
}

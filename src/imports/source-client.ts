import { open } from 'node:fs/promises';
import { AppError } from '../core/errors.ts';
import type { SourceClient, SourceRequest, SourceResponse } from './source.ts';
import { sourceRefused, sourceUnavailable } from './source-failures.ts';

/**
 * Sends one GET request and reads the response, whatever its status; throws if the network fails. `receive` gets the body piece by
 * piece, which then may be large, in place of `bytes`.
 */
export type SendToSource = (
  url: string,
  headers: Record<string, string>,
  receive?: (piece: Uint8Array) => Promise<void>,
) => Promise<{ status: number; headers: Headers; bytes: Uint8Array }>;

type Sent = Awaited<ReturnType<SendToSource>>;

interface Parts {
  send: SendToSource;
  sleep(ms: number): Promise<void>;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 16_000;
const MAX_TRIES = 7;
// Services that limit requests may ask to wait again and again.
const MAX_WAITS = 100;
const LONGEST_WAIT_MS = 15 * 60_000;

/** How long a service asks to wait; undefined if it does not say. */
function readRetryAfter(headers: Headers): number | undefined {
  const value = headers.get('Retry-After')?.trim();
  if (!value) return undefined;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), LONGEST_WAIT_MS) : undefined;
}

/** Parses JSON. Some services leave control characters in texts, which JSON forbids. */
export function parseTolerantly(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that JSON forbids.
    return JSON.parse(text.replace(/^\ufeff/, '').replace(/[\u0000-\u001f]/g, ' ')) as unknown;
  }
}

export function createSourceClient({ send, sleep }: Parts): SourceClient {
  /** Sends a request until `read` accepts the response. */
  async function request<T>(
    url: string,
    { headers = {}, expected = [] }: SourceRequest,
    read: (response: SourceResponse) => T,
    sendOnce: (headers: Record<string, string>) => Promise<Sent> = (given) => send(url, given),
  ): Promise<T> {
    const host = URL.parse(url)?.host ?? url;
    let pauseMs = FIRST_PAUSE_MS;
    let waits = 0;
    for (let tries = 1; ; ) {
      let problem: string;
      try {
        const { status, headers: answered, bytes } = await sendOnce(headers);
        const isLimited = status === 429;
        if (status < 400 || (expected.includes(status) && !isLimited)) {
          if (status >= 300 && status < 400) throw sourceRefused({ host, problem: `it redirects (HTTP ${status})` });
          return read({ status, headers: answered, text: new TextDecoder().decode(bytes) });
        }
        if (!isLimited && status < 500) throw sourceRefused({ host, problem: `HTTP ${status}` });
        problem = `HTTP ${status}`;
        const waitMs = readRetryAfter(answered);
        if ((isLimited || waitMs !== undefined) && waits < MAX_WAITS) {
          waits += 1;
          await sleep(waitMs ?? pauseMs);
          pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
          continue;
        }
      } catch (error) {
        if (error instanceof AppError) throw error;
        problem = error instanceof SyntaxError ? 'the response is not JSON' : 'no connection';
      }
      if (tries >= MAX_TRIES) throw sourceUnavailable({ host, problem });
      tries += 1;
      await sleep(pauseMs);
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    }
  }

  /** Every try writes the file from its beginning. */
  async function sendToFile(url: string, headers: Record<string, string>, path: string): Promise<Sent> {
    const file = await open(path, 'w', 0o600);
    try {
      return await send(url, headers, async (piece) => void (await file.write(piece)));
    } finally {
      await file.close();
    }
  }

  return {
    download: (url, path, options = {}) =>
      request(
        url,
        options,
        ({ status }) => status,
        (headers) => sendToFile(url, headers, path),
      ),
    get: (url, options = {}) => request(url, options, (response) => response),
    getJson: (url, options = {}) => request(url, options, ({ text }) => parseTolerantly(text)),
  };
}

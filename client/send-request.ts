import type { Api } from './endpoints.ts';
import { readFailure, SignpostError } from './signpost-error.ts';

/** A method and a path of the API, such as `GET /api/url/:id`. */
export type Endpoint = keyof Api;

/** The response of an endpoint. */
export type AnswerOf<E extends Endpoint> = Api[E]['answer'];

/** The input of an endpoint: `params`, `query` and `body`, as far as it has them. */
export type InputOf<E extends Endpoint> = Omit<Api[E], 'answer'>;

interface AnyInput {
  params?: Record<string, string | number>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/** How requests are sent. */
export interface Connection {
  /** The address of the server; '' for that of the page. */
  url: string;
  headers?: Record<string, string>;
  fetch: typeof fetch;
  /** How often a request is sent again if the rate limit is reached. */
  maxRetries: number;
}

/** Options of one request. */
export type SendOptions = Pick<RequestInit, 'signal' | 'keepalive' | 'credentials'>;

/** A query string; undefined, null and '' are omitted, lists are repeated. */
function writeQuery(query: Record<string, unknown> = {}): string {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') pairs.append(name, String(one));
    }
  }
  const text = pairs.toString();
  return text === '' ? '' : `?${text}`;
}

function writeRequest(endpoint: Endpoint, { params = {}, query, body }: AnyInput, own: Record<string, string>) {
  const [method = 'GET', path = ''] = endpoint.split(' ');
  const filled = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(params[name] ?? '')));
  const isFile = body instanceof Blob;
  const hasBody = method !== 'GET';
  const init: RequestInit = {
    method,
    headers: { ...own, ...(hasBody && { 'Content-Type': isFile ? body.type : 'application/json' }) },
    ...(hasBody && { body: isFile ? body : JSON.stringify(body ?? {}) }),
  };
  return { path: filled + writeQuery(query), init };
}

/** Waits; rejects as soon as the signal fires. */
function wait(ms: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

const DEFAULT_WAIT_SECONDS = 1;

/** Sends a request. Throws a `SignpostError` unless it succeeds. */
export async function sendRequest<E extends Endpoint>(
  { url, headers = {}, fetch, maxRetries }: Connection,
  endpoint: E,
  input: InputOf<E> | undefined,
  options: SendOptions = {},
): Promise<Response> {
  const { path, init } = writeRequest(endpoint, (input ?? {}) as AnyInput, headers);
  for (let retries = 0; ; retries += 1) {
    let response: Response;
    try {
      response = await fetch(url + path, { ...init, ...options });
    } catch (cause) {
      if (options.signal?.aborted) throw cause;
      throw new SignpostError({ status: 0, code: 'offline', message: 'The server cannot be reached.' });
    }
    if (response.ok) return response;
    const failure = await readFailure(response);
    if (failure.status !== 429 || retries >= maxRetries) throw failure;
    await wait((failure.retryAfterSeconds ?? DEFAULT_WAIT_SECONDS) * 1000, options.signal);
  }
}

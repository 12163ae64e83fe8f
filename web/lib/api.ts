import { ApiError, readFailure } from './api-error.ts';
import { translateWarnings } from './api-messages.ts';
import type { Api } from './endpoints.ts';
import { askForPassword, needsPassword } from './password-question.ts';
import { workspaceHeaders } from './workspace.ts';

/** A method and a path of the API; all of them are in `endpoints.ts`, which is generated from the routes. */
export type Endpoint = keyof Api;

/** The response of an endpoint. */
export type AnswerOf<E extends Endpoint> = Api[E]['answer'];

/** The input of an endpoint: `params`, `query` and `body`, as far as it has them. */
export type InputOf<E extends Endpoint> = Omit<Api[E], 'answer'>;

/** The request body of an endpoint. */
export type BodyOf<E extends Endpoint> = Api[E] extends { body?: infer Body } ? NonNullable<Body> : never;

interface AnyInput {
  params?: Record<string, string | number>;
  query?: Record<string, unknown>;
  body?: unknown;
}

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

// They tell whether the user still is a member of the workspace in the URL, so they must also respond if not.
const WITHOUT_WORKSPACE = ['/api/session', '/api/workspaces'];

function writeRequest(endpoint: Endpoint, { params = {}, query, body }: AnyInput): [string, RequestInit] {
  const [method = 'GET', path = ''] = endpoint.split(' ');
  const filled = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(params[name] ?? '')));
  const isFile = body instanceof Blob;
  const type = { 'Content-Type': isFile ? body.type : 'application/json' };
  // Shared statistics are read without a session, even by a signed-in user.
  const isShared = path.startsWith('/api/shared/');
  const hasWorkspace = !isShared && !WITHOUT_WORKSPACE.includes(path);
  return [
    filled + writeQuery(query),
    {
      method,
      headers: { ...(hasWorkspace && workspaceHeaders()), ...(method !== 'GET' && type) },
      ...(isShared && { credentials: 'omit' as const }),
      ...(method !== 'GET' && { body: isFile ? body : JSON.stringify(body ?? {}) }),
    },
  ];
}

/** Reads the response to a successful request, with its warnings in the reader's language. */
async function readAnswer(response: Response): Promise<unknown> {
  if (response.headers.get('Content-Type')?.startsWith('text/csv')) return response.text();
  const answer = await response.json();
  translateWarnings(answer);
  return answer;
}

type SendOptions = Pick<RequestInit, 'signal' | 'keepalive'>;

/** Sends a request, and asks for the current password if the API requires it; throws an ApiError unless it succeeds. */
export async function send<E extends Endpoint>(
  endpoint: E,
  input?: InputOf<E>,
  options: SendOptions = {},
): Promise<AnswerOf<E>> {
  const given = (input ?? {}) as AnyInput;
  try {
    return await sendOnce(endpoint, given, options);
  } catch (error) {
    if (!needsPassword(error)) throw error;
    return askForPassword(error, (confirmation) => {
      const body = { ...(given.body as object | undefined), ...confirmation };
      return sendOnce(endpoint, { ...given, body }, options);
    });
  }
}

async function sendOnce<E extends Endpoint>(endpoint: E, input: AnyInput, options: SendOptions): Promise<AnswerOf<E>> {
  const [url, init] = writeRequest(endpoint, input);
  let response: Response;
  try {
    response = await fetch(url, { ...init, ...options });
  } catch (cause) {
    if (options.signal?.aborted) throw cause;
    throw new ApiError({ status: 0, code: 'offline', message: 'The server cannot be reached.' });
  }
  if (!response.ok) throw await readFailure(response);
  return readAnswer(response) as Promise<AnswerOf<E>>;
}

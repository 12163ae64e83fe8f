import {
  type AnswerOf,
  type Endpoint,
  type InputOf,
  type SendOptions,
  sendRequest,
} from '../../client/send-request.ts';
import { SignpostError } from '../../client/signpost-error.ts';
import { translateFailure } from './api-error.ts';
import { translateWarnings } from './api-messages.ts';
import { askForPassword, needsPassword } from './password-question.ts';
import { workspaceHeaders } from './workspace.ts';

export type { AnswerOf, Endpoint, InputOf };

/** The request body of an endpoint. */
export type BodyOf<E extends Endpoint> = InputOf<E> extends { body?: infer Body } ? NonNullable<Body> : never;

// They tell whether the user still is a member of the workspace in the URL, so they must also respond if not.
const WITHOUT_WORKSPACE = ['/api/session', '/api/workspaces'];

/** Reads the response to a successful request, with its warnings in the reader's language. */
async function readAnswer(response: Response): Promise<unknown> {
  if (response.headers.get('Content-Type')?.startsWith('text/csv')) return response.text();
  const answer = await response.json();
  translateWarnings(answer);
  return answer;
}

/** Sends a request, and asks for the current password if the API requires it; throws an ApiError unless it succeeds. */
export async function send<E extends Endpoint>(
  endpoint: E,
  input?: InputOf<E>,
  options: SendOptions = {},
): Promise<AnswerOf<E>> {
  try {
    return await sendOnce(endpoint, input, options);
  } catch (error) {
    if (!needsPassword(error)) throw error;
    return askForPassword(error, (confirmation) => {
      const { body } = (input ?? {}) as { body?: object };
      return sendOnce(endpoint, { ...input, body: { ...body, ...confirmation } } as unknown as InputOf<E>, options);
    });
  }
}

async function sendOnce<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E> | undefined,
  options: SendOptions,
): Promise<AnswerOf<E>> {
  const path = endpoint.split(' ')[1] ?? '';
  // Shared statistics are read without a session, even by a signed-in user.
  const isShared = path.startsWith('/api/shared/');
  const headers = isShared || WITHOUT_WORKSPACE.includes(path) ? {} : workspaceHeaders();
  // People see that a limit is reached, and decide themselves.
  const connection = { url: '', headers, fetch: globalThis.fetch, maxRetries: 0 };
  try {
    const response = await sendRequest(connection, endpoint, input, {
      ...options,
      ...(isShared && { credentials: 'omit' as const }),
    });
    return (await readAnswer(response)) as AnswerOf<E>;
  } catch (error) {
    throw error instanceof SignpostError ? translateFailure(error) : error;
  }
}

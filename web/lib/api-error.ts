import { type SentMessage, translateMessage } from './api-messages.ts';

interface Facts {
  status: number;
  code: string;
  message: string;
  fields?: Record<string, string>;
  requestId?: string | undefined;
  retryAfterSeconds?: number | undefined;
}

/** A failed request, with the error that the API returned. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  /** The problem of each field, by its name. */
  readonly fields: Record<string, string>;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor({ status, code, message, fields = {}, requestId, retryAfterSeconds }: Facts) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.fields = fields;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

interface FailureBody extends Partial<SentMessage> {
  errors?: (SentMessage & { field: string })[];
}

/** Reads the response to a failed request, in the reader's language. */
export async function readFailure(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => ({}))) as FailureBody;
  const retryAfter = Number(response.headers.get('Retry-After'));
  const { status } = response;
  const fields = (body.errors ?? []).map((error) => [error.field, translateMessage('fields', error)] as const);
  // Some messages contain the problem of the first field, which has been translated by its own code.
  const problem = fields[0]?.[1];
  const { code = 'unexpected_status', message = `The server responded with status ${status}.` } = body;
  const params = { status, ...body.params, ...(problem !== undefined && { problem }) };
  return new ApiError({
    status,
    code,
    message: translateMessage('failures', { code, message, params }),
    fields: Object.fromEntries(fields),
    requestId: response.headers.get('X-Request-Id') ?? undefined,
    retryAfterSeconds: retryAfter > 0 ? retryAfter : undefined,
  });
}

/** The error that the API would return for these fields, known without a request. */
export function fieldsError(fields: Record<string, string>): ApiError {
  const [message = ''] = Object.values(fields);
  return new ApiError({ status: 400, code: 'invalid_input', message, fields });
}

/** The same for one field. */
export function formFieldError(field: string, message: string): ApiError {
  return fieldsError({ [field]: message });
}

/** Attaches an error with this code to a field, because the API names no field if a value is taken; others stay unchanged. */
export function atField(error: unknown, code: string, field: string, message?: string): unknown {
  if (!(error instanceof ApiError) || error.code !== code) return error;
  const text = message ?? error.message;
  return new ApiError({ ...error, message: text, fields: { [field]: text } });
}

/** Whether the session has ended. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401 && error.code === 'key_required';
}

/** Whether the user is no longer a member of the workspace, or has another role than the page shows. */
export function isRoleChanged(error: unknown): boolean {
  return error instanceof ApiError && ['role_missing', 'workspace_not_found'].includes(error.code);
}

/** Whether a retry may succeed: the server could not be reached, or its store was unavailable. */
export function isTemporary(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status === 503);
}

/** The kind of a failure. Only `http/` maps it to a status, and only `cli/` to an exit code. */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'too_large'
  | 'rate_limited'
  | 'unavailable';

/** One field of the input and its problem. */
export interface FieldError {
  field: string;
  message: string;
}

/** A failure that the caller can act on; any other error is a bug. */
export class AppError extends Error {
  readonly kind: ErrorKind;
  readonly code: string;
  readonly fields: FieldError[];
  readonly retryAfterSeconds: number | undefined;

  constructor(failure: FailureText, facts: FailureFacts = {}) {
    super(facts.message ?? failure.message, { cause: facts.cause });
    this.name = 'AppError';
    this.kind = failure.kind;
    this.code = failure.code;
    this.fields = facts.fields ?? [];
    this.retryAfterSeconds = facts.retryAfterSeconds;
  }
}

interface FailureText {
  kind: ErrorKind;
  code: string;
  message: string;
  /** What the caller can do about it, for `docs/errors.md`. */
  remedy: string;
}

interface FailureFacts {
  message?: string;
  fields?: FieldError[];
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** A named failure: calling it creates the error. The documentation lists its text. */
export interface Failure extends FailureText {
  (facts?: FailureFacts): AppError;
}

/** Declares a failure, beside the noun that it belongs to. */
export function failure(kind: ErrorKind, code: string, message: string, remedy: string): Failure {
  const text: FailureText = { kind, code, message, remedy };
  return Object.assign((facts?: FailureFacts) => new AppError(text, facts), text);
}

/** The input is invalid; `fields` lists the problems. */
export const invalidInput = failure(
  'invalid',
  'invalid_input',
  'The request is not valid.',
  'Read `errors`: each entry names a field and says what it must be. Nothing was stored.',
);

/** Creates the error for these invalid fields. */
export function invalidFields(fields: FieldError[]): AppError {
  const [first] = fields;
  if (first && fields.length === 1) return invalidInput({ message: `${first.field}: ${first.message}`, fields });
  const names = fields.map(({ field }) => field).join(', ');
  return invalidInput({ message: `${fields.length} fields are not valid: ${names}.`, fields });
}

/** The queue for this kind of work is full. */
export const serverBusy = failure(
  'unavailable',
  'server_busy',
  'The server is too busy for this just now.',
  'Wait for the seconds in `Retry-After`, then send the request again.',
);

/** The store is unreachable or does not respond in time. */
export const storeUnavailable = failure(
  'unavailable',
  'store_unavailable',
  'The store cannot be reached just now.',
  'Try again shortly. For the operator: `signpost doctor` says what is wrong. Short links go on redirecting.',
);

/** The key or session is missing, unknown, revoked or expired. */
export const keyRequired = failure(
  'unauthenticated',
  'key_required',
  'A valid API key is required.',
  'Send `Authorization: Bearer KEY` with a key that exists and has not expired.',
);

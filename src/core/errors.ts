/** What sort of failure it is. Only `http/` knows the status of each, only `cli/` the exit code. */
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

/** One field of the input and what is wrong with it. */
export interface FieldError {
  field: string;
  message: string;
}

/** A failure that the caller can act on; anything else that is thrown is a bug. */
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

/** A failure that has a name: calling it makes the error, and its text is listed in the documentation. */
export interface Failure extends FailureText {
  (facts?: FailureFacts): AppError;
}

/** Declares a failure beside the noun that it belongs to. */
export function failure(kind: ErrorKind, code: string, message: string, remedy: string): Failure {
  const text: FailureText = { kind, code, message, remedy };
  return Object.assign((facts?: FailureFacts) => new AppError(text, facts), text);
}

/** The input does not fit; `fields` says where. */
export const invalidInput = failure(
  'invalid',
  'invalid_input',
  'The request is not valid.',
  'Read `errors`: each entry names a field and says what it must be. Nothing was stored.',
);

/** The input does not fit in these fields. */
export function invalidFields(fields: FieldError[]): AppError {
  const [first] = fields;
  if (first && fields.length === 1) return invalidInput({ message: `${first.field}: ${first.message}`, fields });
  const names = fields.map(({ field }) => field).join(', ');
  return invalidInput({ message: `${fields.length} fields are not valid: ${names}.`, fields });
}

/** So much work of this kind waits already that more is refused. */
export const serverBusy = failure(
  'unavailable',
  'server_busy',
  'The server is too busy for this just now.',
  'Wait for the seconds in `Retry-After`, then send the request again.',
);

/** The store cannot be reached or does not answer in time. */
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

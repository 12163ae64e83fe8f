import {
  type ApiMessage,
  type Coded,
  type CodeOf,
  formatEnglish,
  type GivenParams,
  type MessageParams,
  toMessage,
} from './api-messages.ts';

/** The kind of a failure. Only `http/` maps it to a status, only `cli/` to an exit code. */
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

/** What is wrong with a field, before its name is known. */
export type FieldProblem = Coded<'fields'>;

/** One field of the input and what is wrong with it. */
export interface FieldError extends ApiMessage<CodeOf<'fields'>> {
  field: string;
}

/** A failure that the caller can act on; any other error is a bug. */
export class AppError extends Error {
  readonly kind: ErrorKind;
  readonly code: string;
  readonly params: MessageParams;
  readonly fields: FieldError[];
  readonly retryAfterSeconds: number | undefined;

  constructor({ kind, code }: DeclaredFailure, { params = {}, fields = [], ...details }: FailureDetails) {
    super(formatEnglish('failures', code, params), { cause: details.cause });
    this.name = 'AppError';
    this.kind = kind;
    this.code = code;
    this.params = params;
    this.fields = fields;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

/** A failure as the documentation lists it. */
export interface DeclaredFailure {
  kind: ErrorKind;
  code: CodeOf<'failures'>;
  /** The English sentence; placeholders stand for values that differ from request to request. */
  message: string;
  /** What the caller can do about it, for `docs/errors.md`. */
  remedy: string;
}

interface FailureDetails {
  params?: MessageParams;
  fields?: FieldError[];
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** A declared failure; calling it creates the error. */
export interface Failure extends DeclaredFailure {
  (details?: Omit<FailureDetails, 'params'>): AppError;
}

/** A declared failure whose sentence has values that differ from request to request. */
export interface FailureWithParams<Params> extends DeclaredFailure {
  (params: Params, details?: Omit<FailureDetails, 'params'>): AppError;
}

/**
 * Declares a failure beside the noun that it belongs to. Its sentence is in `locales/en/api.json` under its code; `params` are the
 * constants in that sentence.
 */
export function failure<Code extends CodeOf<'failures'>>(
  kind: ErrorKind,
  code: Code,
  remedy: string,
  ...[params]: GivenParams<'failures', Code>
): Failure {
  const declared = { kind, code, message: formatEnglish('failures', code, params), remedy };
  return Object.assign(
    (details?: FailureDetails) => new AppError(declared, { ...details, ...(params && { params }) }),
    declared,
  );
}

/** Declares a failure whose parameters are known when it is thrown. */
export function failureWithParams<Code extends CodeOf<'failures'>>(
  kind: ErrorKind,
  code: Code,
  remedy: string,
): FailureWithParams<GivenParams<'failures', Code>[0] & MessageParams> {
  const declared = { kind, code, message: formatEnglish('failures', code), remedy };
  return Object.assign(
    (params: MessageParams, details?: FailureDetails) => new AppError(declared, { ...details, params }),
    declared,
  );
}

/** The input is invalid; `errors` has the reason for each field. */
export const invalidInput = failureWithParams(
  'invalid',
  'invalid_input',
  'Read `errors`: each entry names a field and says what is wrong with it. Nothing was saved.',
);

/** Says what is wrong with a field. */
export function fieldError<Code extends CodeOf<'fields'>>(
  field: string,
  code: Code,
  ...[params]: GivenParams<'fields', Code>
): FieldError {
  return toFieldError(field, { code, params } as FieldProblem);
}

/** Says which field a problem is about. */
export function toFieldError(field: string, problem: FieldProblem): FieldError {
  return { field, ...toMessage('fields', problem) };
}

/** The failure of a request with these invalid fields; there is at least one. */
export function invalidFields(fields: FieldError[]): AppError {
  const names = fields.map(({ field }) => field).join(', ');
  const problem = fields[0]?.message ?? '';
  return invalidInput({ count: fields.length, fields: names, problem }, { fields });
}

/** The failure of a request with one invalid field. */
export function invalidField<Code extends CodeOf<'fields'>>(
  field: string,
  code: Code,
  ...given: GivenParams<'fields', Code>
): AppError {
  return invalidFields([fieldError(field, code, ...given)]);
}

/** The queue for this kind of work is full. */
export const serverBusy = failure(
  'unavailable',
  'server_busy',
  'Wait for the number of seconds in `Retry-After`, then send the request again.',
);

/** The database cannot be reached or does not answer in time. */
export const storeUnavailable = failure(
  'unavailable',
  'store_unavailable',
  'Try again shortly. For the operator: `signpost doctor` shows the cause. Short links continue to redirect.',
);

/** The key or session is missing, unknown, revoked or expired. */
export const keyRequired = failure(
  'unauthenticated',
  'key_required',
  'Send `Authorization: Bearer KEY` with a key that exists and has not expired.',
);

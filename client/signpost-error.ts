/** One invalid field of a request. */
export interface FieldError {
  /** The name of the field as in the request, such as `rules.0.url`. */
  field: string;
  code: string;
  message: string;
  /** The values in the message. */
  params: Record<string, string | number>;
}

/** What the API said about a failed request. */
interface Failure {
  status: number;
  code: string;
  message: string;
  params?: Record<string, string | number>;
  errors?: FieldError[];
  requestId?: string | undefined;
  retryAfterSeconds?: number | undefined;
}

/** A request that failed. Act on `code` and `params`; the wording of `message` may change. */
export class SignpostError extends Error {
  /** The HTTP status; 0 if the server could not be reached. */
  readonly status: number;
  readonly code: string;
  readonly params: Record<string, string | number>;
  /** The invalid fields. */
  readonly errors: FieldError[];
  /** The operator finds the cause of an internal error by it. */
  readonly requestId: string | undefined;
  /** How long the server asks to wait. */
  readonly retryAfterSeconds: number | undefined;

  constructor({ status, code, message, params = {}, errors = [], requestId, retryAfterSeconds }: Failure) {
    super(message);
    this.name = 'SignpostError';
    this.status = status;
    this.code = code;
    this.params = params;
    this.errors = errors;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The seconds of a Retry-After header, which has a number or a date. */
function readRetryAfter(header: string | null): number | undefined {
  if (header === null) return undefined;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return seconds > 0 ? seconds : undefined;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - Date.now()) / 1000);
}

/** Reads the response to a failed request; a proxy may have sent something else than JSON. */
export async function readFailure(response: Response): Promise<SignpostError> {
  const { status, headers } = response;
  const body = (await response.json().catch(() => undefined)) as Partial<Failure> | null | undefined;
  return new SignpostError({
    status,
    code: body?.code ?? 'unexpected_status',
    message: body?.message ?? `The server responded with status ${status}.`,
    params: body?.params ?? {},
    errors: Array.isArray(body?.errors) ? body.errors : [],
    requestId: headers.get('X-Request-Id') ?? undefined,
    retryAfterSeconds: readRetryAfter(headers.get('Retry-After')),
  });
}

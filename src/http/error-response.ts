import { formatEnglish, type MessageParams } from '../core/api-messages.ts';
import { AppError, type ErrorKind, type FieldError, serverBusy, storeUnavailable } from '../core/errors.ts';
import { QueueFullError } from '../lib/concurrency-limiter.ts';
import type { Log } from '../lib/log.ts';
import { jsonResponse } from './envelope.ts';

/** The HTTP status of each kind of failure. */
export const statusOf: Record<ErrorKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  too_large: 413,
  rate_limited: 429,
  unavailable: 503,
};

/** Maps an error of a lower layer, such as the database, to a failure; returns undefined for a bug. */
export type Translate = (error: unknown) => AppError | undefined;

const BUSY_SECONDS = 5;

function toKnown(error: unknown, translate: Translate): AppError | undefined {
  if (error instanceof AppError) return error;
  if (error instanceof QueueFullError) return serverBusy({ retryAfterSeconds: BUSY_SECONDS });
  return translate(error);
}

/** A failure as a response shows it. */
export interface DescribedFailure {
  status: number;
  code: string;
  message: string;
  params: MessageParams;
  fields: readonly FieldError[];
  retryAfterSeconds: number | undefined;
}

/** Describes why a request failed. A bug becomes a 500, and its cause is logged. */
export function describeFailure(error: unknown, requestId: string, translate: Translate, log: Log): DescribedFailure {
  const known = toKnown(error, translate);
  if (known) {
    if (known.code === storeUnavailable.code) log.error('store unavailable', { requestId, cause: known.cause });
    const { kind, code, message, params, fields, retryAfterSeconds } = known;
    return { status: statusOf[kind], code, message, params, fields, retryAfterSeconds };
  }
  log.error('unexpected error', { requestId, error });
  const code = 'internal_error';
  return {
    ...{ status: 500, code, message: formatEnglish('failures', code) },
    ...{ params: {}, fields: [], retryAfterSeconds: undefined },
  };
}

/** The response to a failed request. That to a bug has the request ID. */
export function errorResponse(error: unknown, requestId: string, translate: Translate, log: Log): Response {
  const { status, code, message, params, fields, retryAfterSeconds } = describeFailure(
    error,
    requestId,
    translate,
    log,
  );
  const response = jsonResponse(status, {
    error: 1,
    message,
    code,
    ...(Object.keys(params).length > 0 && { params }),
    ...(fields.length > 0 && { errors: fields }),
    ...(status === 500 && { request_id: requestId }),
  });
  if (retryAfterSeconds !== undefined) response.headers.set('Retry-After', String(retryAfterSeconds));
  if (status === statusOf.unauthenticated) response.headers.set('WWW-Authenticate', 'Bearer');
  return response;
}

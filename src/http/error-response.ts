import { formatEnglish } from '../core/api-messages.ts';
import { AppError, type ErrorKind, serverBusy, storeUnavailable } from '../core/errors.ts';
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

function knownErrorResponse(error: AppError): Response {
  const response = jsonResponse(statusOf[error.kind], {
    error: 1,
    message: error.message,
    code: error.code,
    ...(Object.keys(error.params).length > 0 && { params: error.params }),
    ...(error.fields.length > 0 && { errors: error.fields }),
  });
  if (error.retryAfterSeconds !== undefined) response.headers.set('Retry-After', String(error.retryAfterSeconds));
  if (error.kind === 'unauthenticated') response.headers.set('WWW-Authenticate', 'Bearer');
  return response;
}

/** The response to a failed request. A bug becomes a 500 with the request ID, and its cause is logged. */
export function errorResponse(error: unknown, requestId: string, translate: Translate, log: Log): Response {
  const known = toKnown(error, translate);
  if (known) {
    if (known.code === storeUnavailable.code) log.error('store unavailable', { requestId, cause: known.cause });
    return knownErrorResponse(known);
  }
  log.error('unexpected error', { requestId, error });
  return jsonResponse(500, {
    error: 1,
    message: formatEnglish('failures', 'internal_error'),
    code: 'internal_error',
    request_id: requestId,
  });
}

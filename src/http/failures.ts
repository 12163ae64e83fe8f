import {
  type DeclaredFailure,
  type Failure,
  failure,
  invalidInput,
  keyRequired,
  storeUnavailable,
} from '../core/errors.ts';

/** The largest JSON body. */
export const MAX_BODY_KIB = 64;

export const pathNotFound = failure('not_found', 'path_not_found', 'Compare the path with the list at `/docs`.');

export const methodNotAllowed = failure(
  'method_not_allowed',
  'method_not_allowed',
  'Use one of the methods in the `Allow` header.',
);

export const otherSite = failure(
  'forbidden',
  'other_site',
  'Session requests that change data need an `Origin` header with the address of this service and a JSON body. Use an API key in programs.',
);

export const adminRequired = failure('forbidden', 'admin_required', 'Ask an administrator of this installation.');

export const malformedJson = failure(
  'invalid',
  'malformed_json',
  'Send one JSON object in UTF-8, no more than 20 levels deep.',
);

export const bodyBroken = failure('invalid', 'body_broken', 'Send the request again.');

export const clientGone = failure('invalid', 'client_gone', 'Send the missing rows again. What was saved stays saved.');

/** The failure of a JSON body that is larger than this. */
export function bodyLargerThan(max: number): Failure {
  return failure('too_large', 'body_too_large', 'Send a smaller body.', { max });
}

export const bodyTooLarge = bodyLargerThan(MAX_BODY_KIB);

export const fileTooLarge = failure(
  'too_large',
  'file_too_large',
  'Send a smaller file; the description of the endpoint has the limit.',
);

export const notOneFile = failure(
  'invalid',
  'not_one_file',
  'Send the file itself under its own `Content-Type`, or `multipart/form-data` with a single file in it.',
);

export const hostUnclear = failure(
  'invalid',
  'host_unclear',
  'Send a single `Host` header with one name. For the operator: the proxy must replace `Host`, not add another.',
);

export const rateLimited = failure(
  'rate_limited',
  'rate_limited',
  'Wait for the number of seconds in `Retry-After`. `X-RateLimit-Remaining` has the number of requests left in the window.',
);

/** The failures that every endpoint can have. */
export const commonFailures: DeclaredFailure[] = [
  invalidInput,
  malformedJson,
  bodyBroken,
  keyRequired,
  otherSite,
  pathNotFound,
  methodNotAllowed,
  hostUnclear,
  bodyTooLarge,
  rateLimited,
  storeUnavailable,
];

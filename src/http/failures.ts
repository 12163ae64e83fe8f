import { type Failure, failure, invalidInput, keyRequired, storeUnavailable } from '../core/errors.ts';

export const pathNotFound = failure(
  'not_found',
  'path_not_found',
  'There is nothing at this address.',
  'Compare the path with the list at `/docs`.',
);

export const methodNotAllowed = failure(
  'method_not_allowed',
  'method_not_allowed',
  'This address does not take this method.',
  'Use one of the methods in the `Allow` header.',
);

export const otherSite = failure(
  'forbidden',
  'other_site',
  'This request does not come from our own pages.',
  'By the session of the dashboard, changes need an `Origin` header with the address of this service, and a body of JSON. Programs use a key.',
);

export const adminRequired = failure(
  'forbidden',
  'admin_required',
  'Only an administrator may do this.',
  'Ask an administrator of this installation.',
);

export const malformedJson = failure(
  'invalid',
  'malformed_json',
  'The body is not valid JSON.',
  'Send one JSON object in UTF-8, no more than 20 levels deep.',
);

export const bodyBroken = failure(
  'invalid',
  'body_broken',
  'The body broke off before its end.',
  'Send the request again.',
);

export const clientGone = failure(
  'invalid',
  'client_gone',
  'The client disconnected before the work was done.',
  'Send what is missing again. What was stored stays stored.',
);

export const bodyTooLarge = failure(
  'too_large',
  'body_too_large',
  'The body is larger than 64 KiB.',
  'Send a smaller body.',
);

export const fileTooLarge = failure(
  'too_large',
  'file_too_large',
  'The file is too large.',
  'Send a smaller file; the description of the endpoint tells how large it may be.',
);

export const notOneFile = failure(
  'invalid',
  'not_one_file',
  'The body must be one file.',
  'Send the file itself under its own `Content-Type`, or `multipart/form-data` with a single file in it.',
);

export const hostUnclear = failure(
  'invalid',
  'host_unclear',
  'The request must have one Host header.',
  'Send a single `Host` header with one name. For the operator: the proxy must replace `Host`, not add another.',
);

export const rateLimited = failure(
  'rate_limited',
  'rate_limited',
  'Too many requests.',
  'Wait for the seconds in `Retry-After`. `X-RateLimit-Remaining` tells how many are left in a window.',
);

/** The failures that every endpoint can have. */
export const commonFailures: Failure[] = [
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

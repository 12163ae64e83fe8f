import type { DescribedFailure } from '../../http/error-response.ts';
import { malformedJson } from '../../http/failures.ts';
import { invalidData, Problem, problemResponse } from './problem.ts';

/** The names of our fields in requests to Shlink. */
const fieldNames: Record<string, string> = {
  url: 'longUrl',
  custom: 'customSlug',
  metatitle: 'title',
  starts: 'validSince',
  expiry: 'validUntil',
  max_clicks: 'maxVisits',
  forward_query: 'forwardQuery',
  rules: 'redirectRules',
  redirectroot: 'baseUrlRedirect',
  redirect404: 'invalidShortUrlRedirect',
};

/** Where Shlink's clients send the key. */
export type KeyPlace = 'header' | 'query';

function keyProblem(key: string | null, place: KeyPlace): Problem {
  if (key) {
    const detail = 'Provided API key does not exist or is invalid.';
    return new Problem({ status: 401, code: 'invalid-api-key', title: 'Invalid API key', detail });
  }
  const isHeader = place === 'header';
  return new Problem({
    ...{ status: 401, code: 'missing-authentication', title: 'Invalid authorization' },
    detail: isHeader
      ? 'Expected one of the following authentication headers, ["X-Api-Key"], but none were provided'
      : 'Expected authentication to be provided in "apiKey" query param',
    more: isHeader ? { expectedHeaders: ['X-Api-Key'] } : { param: 'apiKey' },
  });
}

function fieldProblem({ fields }: DescribedFailure): Problem {
  const named = fields.map(({ field, message }) => {
    const [first = ''] = field.split('.');
    return [fieldNames[first] ?? first, message] as const;
  });
  const reasons = Object.fromEntries(named.toReversed());
  return invalidData(
    named.map(([name]) => name),
    reasons,
  );
}

const otherCodes: Record<number, [code: string, title: string]> = {
  403: ['forbidden', 'Forbidden'],
  404: ['not-found', 'Not found'],
  409: ['conflict', 'Conflict'],
  413: ['payload-too-large', 'Payload too large'],
  429: ['too-many-requests', 'Too many requests'],
  503: ['service-unavailable', 'Service unavailable'],
};

/** The response to a failure of our API, in the form of Shlink's. */
export function refuse(failure: DescribedFailure, key: string | null, place: KeyPlace): Response {
  const { status, code, message: detail, fields } = failure;
  if (status === 401) return problemResponse(keyProblem(key, place).facts);
  if (fields.length > 0) return problemResponse(fieldProblem(failure).facts);
  if (code === malformedJson.code) {
    const facts = { code: 'malformed-request-body', title: 'Malformed request body' };
    return problemResponse({ status, ...facts, detail: 'Provided request does not contain a valid JSON body.' });
  }
  const [name, title] = otherCodes[status] ?? (status < 500 ? ['invalid-request', 'Invalid request'] : []);
  const unknown = { code: 'internal-server-error', title: 'Unexpected error' };
  return problemResponse({ status, ...unknown, ...(name && { code: name, title: title ?? name }), detail });
}

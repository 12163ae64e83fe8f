import { readPurpose, visitKindOf } from '../agent/visit-kind.ts';

/** Whether a person makes the request, not a crawler, a preview, a monitor or a browser that prefetches. */
export function isPersonRequest({ headers, method }: Request): boolean {
  const userAgent = headers.get('User-Agent') ?? '';
  return visitKindOf({ userAgent, method, purpose: readPurpose(headers) }) === 'person';
}

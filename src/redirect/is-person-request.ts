import { readPurpose, visitKindOf } from '../agent/visit-kind.ts';

/** Whether a visit is a person's, and not that of a crawler, a preview, a monitor or a browser that looks ahead. */
export function isPersonRequest({ headers, method }: Request): boolean {
  const userAgent = headers.get('User-Agent') ?? '';
  return visitKindOf({ userAgent, method, purpose: readPurpose(headers) }) === 'person';
}

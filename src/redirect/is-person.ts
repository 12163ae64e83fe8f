import { visitKindOf } from '../agent/visit-kind.ts';

/** Whether a visit is a person's, and not that of a crawler, a preview, a monitor or a browser that looks ahead. */
export function isPerson({ headers, method }: Request): boolean {
  const userAgent = headers.get('User-Agent') ?? '';
  const purpose = headers.get('Sec-Purpose') || headers.get('Purpose') || '';
  return visitKindOf({ userAgent, method, purpose }) === 'person';
}

import { isReserved } from '../../core/reserved-words.ts';
import { duplicatedColumn } from '../../db/failures.ts';
import { makeShortCode } from '../../lib/short-code.ts';

/** A new random alias for a store with this many links. */
export function makeAlias(linkCount: number): string {
  const alias = makeShortCode(linkCount);
  return isReserved(alias) ? makeAlias(linkCount) : alias;
}

/** Whether a write failed because another link on the same domain has the alias. */
export function isAliasTaken(error: unknown): boolean {
  return duplicatedColumn(error) === 'links.domain_id';
}

import { isReserved } from '../../core/reserved-words.ts';
import { makeShortCode } from '../../lib/short-code.ts';

/** A new random alias for a store with this many links. */
export function makeAlias(linkCount: number): string {
  const alias = makeShortCode(linkCount);
  return isReserved(alias) ? makeAlias(linkCount) : alias;
}

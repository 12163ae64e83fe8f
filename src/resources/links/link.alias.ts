import { AppError } from '../../core/errors.ts';
import { isReservedOnMainHost } from '../../core/reserved-words.ts';
import { duplicatedColumn } from '../../db/failures.ts';
import { makeShortCode } from '../../lib/short-code.ts';
import { aliasTaken } from './link.ts';

/** A random alias, long enough for a store with this many links. */
export function makeAlias(linkCount: number): string {
  const alias = makeShortCode(linkCount);
  return isReservedOnMainHost(alias) ? makeAlias(linkCount) : alias;
}

/** Whether a write failed because another link on the same domain, or a bio page, has the alias. */
export function isAliasTaken(error: unknown): boolean {
  if (error instanceof AppError) return error.code === aliasTaken.code;
  return duplicatedColumn(error) === 'links.domain_id';
}

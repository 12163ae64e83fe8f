import { fieldError } from '../../core/errors.ts';
import { isKeyOfShared, type KeyHolder, type Principal } from '../../core/principal.ts';
import { findMissingScope } from '../../core/scope.ts';
import { scopeMissing } from '../../http/account-access.ts';
import { isBlockWithin, parseAddressBlock } from '../../lib/address-range.ts';
import type { NewKey } from './key.contract.ts';
import { expiresAtOf, scopesOf } from './key.ts';

function areWithin(wanted: readonly string[] | null | undefined, own: readonly string[] | null): boolean {
  if (own === null) return true;
  if (!wanted) return false;
  const [inner, outer] = [wanted, own].map((texts) => texts.flatMap((text) => parseAddressBlock(text) ?? []));
  return inner?.every((block) => outer?.some((range) => isBlockWithin(block, range))) ?? false;
}

/** Whether a limit that the new key may not have is at most the caller's own; null is no limit. */
function isAtMost(wanted: number | null | undefined, own: number | null): boolean {
  return own === null || (typeof wanted === 'number' && wanted <= own);
}

/** The first limit of the caller's key that the new key would not have. */
function findLostLimit(caller: KeyHolder, key: NewKey) {
  const { addresses, rateLimit, expiresAt } = caller;
  if (isKeyOfShared(caller) && key.workspace !== caller.workspaceId) return 'workspace';
  if (!areWithin(key.addresses, addresses)) return 'addresses';
  if (!isAtMost(key.rate_limit, rateLimit)) return 'rate_limit';
  return isAtMost(expiresAtOf(key), expiresAt) ? undefined : 'expires';
}

/** Throws if a key would create a key that may do more, from more addresses, more often, for longer or in another workspace. */
export function assertNotStronger(caller: Principal, key: NewKey): void {
  if ('sessionId' in caller) return;
  const scope = findMissingScope(caller.scopes, scopesOf(key));
  if (scope) throw scopeMissing({ scope });
  const lost = findLostLimit(caller, key);
  if (lost) throw scopeMissing({ scope: 'account' }, { fields: [fieldError(lost, 'exceeds_own_key')] });
}

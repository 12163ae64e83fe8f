import type { KeyHolder, Principal } from '../core/principal.ts';
import { includesRole, leastRoleOf } from '../core/role.ts';
import { hasScope, type Scope } from '../core/scope.ts';
import { roleMissing } from '../core/workspace-failures.ts';
import { isInBlock, parseAddressBlock, readAddressGroups } from '../lib/address-range.ts';
import { addressNotAllowed, scopeMissing, secondFactorMissing, sessionRequired } from './account-access.ts';
import type { Route } from './route.ts';

/** Whether the caller is accepted from this address; only keys may be limited to some. */
export function isAcceptedFrom(caller: Principal, address: string): boolean {
  if ('sessionId' in caller || caller.addresses === null) return true;
  const groups = readAddressGroups(address);
  const blocks = caller.addresses.flatMap((text) => parseAddressBlock(text) ?? []);
  return groups !== undefined && blocks.some((block) => isInBlock(groups, block));
}

/** Throws unless a key may use an endpoint with this scope from this address. */
export function assertKeyMayUse(key: KeyHolder, scope: Scope, address: string): void {
  if (!isAcceptedFrom(key, address)) throw addressNotAllowed({ address });
  if (!hasScope(key.scopes, scope)) throw scopeMissing({ scope });
}

/** Whether the caller may do what needs this scope. */
export function hasScopeFor(caller: Principal, scope: Scope): boolean {
  const least = leastRoleOf(scope);
  const isGranted = 'sessionId' in caller || hasScope(caller.scopes, scope);
  return isGranted && (least === undefined || includesRole(caller.role, least));
}

/** Throws unless the caller may do what needs this scope, for endpoints that act on several nouns. */
export function assertScope(caller: Principal, scope: Scope): void {
  if (!('sessionId' in caller) && !hasScope(caller.scopes, scope)) throw scopeMissing({ scope });
  const role = leastRoleOf(scope);
  if (role && !includesRole(caller.role, role)) throw roleMissing({ role });
}

/** What decides about a request besides its caller. */
export interface Circumstances {
  address: string;
  requiresSecondFactor: boolean;
}

/** Throws unless the caller may use an endpoint: keys may be limited, and sessions may need a second factor. */
export function assertMayUse(
  { scope, isOpenWithoutSecondFactor, fails = [] }: Route,
  caller: Principal,
  { address, requiresSecondFactor }: Circumstances,
): void {
  if (scope === undefined) return;
  if (!('sessionId' in caller)) {
    assertKeyMayUse(caller, scope, address);
    // Here and not in the handler, so that a key is refused whatever the body is.
    if (fails.includes(sessionRequired)) throw sessionRequired();
  } else if (requiresSecondFactor && !caller.hasSecondFactor && !isOpenWithoutSecondFactor) throw secondFactorMissing();
}

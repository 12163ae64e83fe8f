import type { Principal } from '../core/principal.ts';
import { hasScope } from '../core/scope.ts';
import { isInBlock, parseAddressBlock, readAddressGroups } from '../lib/address-range.ts';
import { addressNotAllowed, scopeMissing } from './account-access.ts';
import type { Route } from './route.ts';

/** Throws unless the caller may use an endpoint from this address. Sessions may use all; keys may be limited. */
export function assertMayUse({ scope }: Pick<Route, 'scope'>, caller: Principal | undefined, address: string): void {
  if (!caller || 'sessionId' in caller) return;
  const { addresses, scopes } = caller;
  const groups = addresses && readAddressGroups(address);
  const blocks = addresses?.flatMap((text) => parseAddressBlock(text) ?? []);
  if (blocks && !blocks.some((block) => groups && isInBlock(groups, block))) throw addressNotAllowed({ address });
  if (scope !== undefined && !hasScope(scopes, scope)) throw scopeMissing({ scope });
}

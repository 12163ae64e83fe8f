import { keyRequired } from '../core/errors.ts';
import type { Principal } from '../core/principal.ts';
import { assertMayUse, type Circumstances } from './assert-may-use.ts';
import { assertRoleFor, type FindRole } from './enter-workspace.ts';
import type { Route } from './route.ts';

/** Returns the caller in the workspace of the request; throws unless they may use the endpoint there. */
export async function admitCaller(
  route: Route,
  request: Request,
  caller: Principal | undefined,
  from: Circumstances,
  findRole: FindRole,
): Promise<Principal | undefined> {
  if (route.access === 'public') return caller;
  if (!caller) throw keyRequired();
  assertMayUse(route, caller, from);
  return assertRoleFor(route, request, caller, findRole);
}

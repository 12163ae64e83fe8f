import { AppError, invalidField } from '../core/errors.ts';
import { isKeyOfShared, type Principal } from '../core/principal.ts';
import { includesRole, leastRoleOf, type Role } from '../core/role.ts';
import { keyOfOtherWorkspace, roleMissing, workspaceNotFound } from '../core/workspace-failures.ts';
import { readFields, splitUrl } from './request-url.ts';
import type { Route } from './route.ts';

/** Finds the present role of a user in a workspace; undefined if they are not a member. */
export type FindRole = (who: { userId: number; workspaceId: number }) => Promise<Role | undefined>;

const WHOLE_NUMBER = /^-?\d+$/;
const POSSIBLE_ID = /^0*[1-9]\d{0,14}$/;

/** Does not parse a query that cannot contain the name, plain or encoded, because every request comes here. */
function readWorkspaceField(query: string): string | undefined {
  return /workspace|%/.test(query) ? readFields(query).workspace : undefined;
}

/**
 * The workspace that a request names by its header, or by its query where a client cannot send headers. Undefined if it names
 * none; 0, which is not found, for an impossible id.
 */
function readWorkspaceId({ headers, url }: Request): number | undefined {
  const header = headers.get('X-Workspace');
  const text = header ?? readWorkspaceField(splitUrl(url).query);
  if (text === undefined) return undefined;
  if (!WHOLE_NUMBER.test(text))
    throw invalidField(header === null ? 'workspace' : 'X-Workspace', 'not_a_positive_number');
  return POSSIBLE_ID.test(text) ? Number(text) : 0;
}

/** The caller in the workspace that the request names. Throws if they are not a member of it, or their key belongs to another one. */
async function enterWorkspace(
  { scope, isForSharedKeys }: Route,
  request: Request,
  caller: Principal,
  findRole: FindRole,
): Promise<Principal> {
  const workspaceId = readWorkspaceId(request) ?? caller.workspaceId;
  if (workspaceId !== caller.workspaceId) {
    const role = await findRole({ userId: caller.userId, workspaceId });
    if (!role) throw workspaceNotFound();
    if ('keyId' in caller) throw keyOfOtherWorkspace();
    // An administrator has no further rights to the content of a shared workspace than other members.
    return { ...caller, workspaceId, role, isAdmin: caller.isAdmin && scope === 'account' };
  }
  if (isKeyOfShared(caller) && scope === 'account' && !isForSharedKeys) throw keyOfOtherWorkspace();
  return caller;
}

/** The lowest role for an endpoint; undefined if it does not act on the content of a workspace. */
export function neededRole({ scope, role }: Pick<Route, 'scope' | 'role'>): Role | undefined {
  return role ?? (scope && leastRoleOf(scope));
}

/** Returns the caller in the workspace of the request; throws unless their role suffices for the endpoint. */
export async function assertRoleFor(
  route: Route,
  request: Request,
  caller: Principal,
  findRole: FindRole,
): Promise<Principal> {
  const member = await enterWorkspace(route, request, caller, findRole);
  const least = neededRole(route);
  if (least && !includesRole(member.role, least)) throw roleMissing({ role: least });
  return member;
}

const refusals = ['unauthenticated', 'forbidden', 'not_found', 'invalid'];

/** Whether a check refused the caller. Any other error, such as an unavailable store, is thrown again. */
export async function isAccepted(check: () => Promise<unknown>): Promise<boolean> {
  try {
    await check();
    return true;
  } catch (error) {
    if (error instanceof AppError && refusals.includes(error.kind)) return false;
    throw error;
  }
}

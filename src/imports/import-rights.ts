import { type FieldError, fieldError } from '../core/errors.ts';
import type { Principal } from '../core/principal.ts';
import { includesRole, leastRoleOf, type Role } from '../core/role.ts';
import { hasScope, type Scope } from '../core/scope.ts';
import { assertAuthorStays } from '../db/author-rights.ts';
import type { Db } from '../db/db.ts';
import { type ImportRights, type StoredRun, UNLIMITED } from './import.ts';

/** The rights that an import gets from the request that starts it. */
export function rightsOf(caller: Principal): ImportRights {
  if ('sessionId' in caller) return UNLIMITED;
  return { scopes: caller.scopes, keyId: caller.keyId > 0 ? caller.keyId : null };
}

/** Why an import may not store what an endpoint with this scope stores; undefined if it may. */
export type FindRefusal = (scope: Scope) => FieldError | undefined;

function createFindRefusal({ scopes }: ImportRights, role: Role): FindRefusal {
  return (scope) => {
    if (!hasScope(scopes, scope)) return fieldError('scope', 'scope_missing', { scope });
    const least = leastRoleOf(scope);
    return least && !includesRole(role, least) ? fieldError('role', 'role_missing', { role: least }) : undefined;
  };
}

/**
 * What an import may store now. Every transaction of an import calls this first: it throws if whoever started the import may no
 * longer import. The operator's commands may store everything.
 */
export async function assertMayGoOn(tx: Db, run: StoredRun): Promise<FindRefusal> {
  if (!run.isBackground) return () => undefined;
  const { author, owner, rights } = run;
  const role = await assertAuthorStays(tx, { userId: author, workspaceId: owner, keyId: rights.keyId });
  return createFindRefusal(rights, role);
}

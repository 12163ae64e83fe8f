import { createContext, useContext } from 'react';
import { includesRole, type Role } from '../../src/core/role.ts';
import type { RowOf } from './query.ts';

/** A workspace of the signed-in user, with their role in it. */
export type OwnWorkspace = RowOf<'GET /api/workspaces'>;

/** The workspace of this page, and all workspaces of the user. */
interface Workspaces {
  current: OwnWorkspace;
  all: OwnWorkspace[];
}

/** The context in which the shell provides them. */
export const WorkspacesContext = createContext<Workspaces | undefined>(undefined);

export function useWorkspaces(): Workspaces {
  const workspaces = useContext(WorkspacesContext);
  if (!workspaces) throw new Error('nobody is signed in');
  return workspaces;
}

/** Whether the user has at least this role in the workspace of this page. */
export function useHasRole(least: Role): boolean {
  return includesRole(useWorkspaces().current.role, least);
}

/** A role that may change something. */
export type ChangingRole = Exclude<Role, 'viewer'>;

/** The lowest role that may change what the current screen shows; undefined if it belongs to the user, not to the workspace. */
export const ChangingRoleContext = createContext<ChangingRole | undefined>(undefined);

/** Whether the user may change what the current screen shows; pages without a session have no roles. */
export function useCanChange(): boolean {
  const least = useContext(ChangingRoleContext);
  const workspaces = useContext(WorkspacesContext);
  return least === undefined || workspaces === undefined || includesRole(workspaces.current.role, least);
}

import { failure } from '../../core/errors.ts';
import type { Role } from '../../core/role.ts';

/** A workspace as one of its members sees it. */
export interface Workspace {
  id: number;
  name: string;
  role: Role;
  isPersonal: boolean;
}

/** A member of a workspace. */
export interface Member {
  userId: number;
  email: string;
  username: string;
  role: Role;
}

export const memberNotFound = failure(
  'not_found',
  'member_not_found',
  'Get the user ID from `GET /api/workspace/:id/members`.',
);

export const workspacePersonal = failure(
  'conflict',
  'workspace_personal',
  'It belongs to the account and is deleted together with it.',
);

export const workspaceNotEmpty = failure(
  'conflict',
  'workspace_not_empty',
  'Delete or move its content first, or send `?force=1` and the name of the workspace as `name`, which deletes everything.',
);

export const lastOwner = failure(
  'conflict',
  'last_owner',
  'Make another member an owner first: `PUT /api/workspace/:id/member/:userid/update`. If you delete a user, you can also give the content to another user.',
);

/** A role by hand cannot take away what a group gives. */
export const roleFromGroup = failure(
  'conflict',
  'role_from_group',
  'Change the groups of the user at the identity provider, or `OIDC_WORKSPACES`.',
);

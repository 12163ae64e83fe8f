import type { Role } from '../../core/role.ts';

/** A role in a shared workspace. A user may have one by each source; the highest counts. */
export interface MembershipTable {
  workspace_id: number;
  user_id: number;
  /** Who gave the role: a member by hand, or a group of the identity provider. */
  source: 'hand' | 'group';
  role: Role;
  created_at: number;
}

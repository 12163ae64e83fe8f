import { failure } from '../../core/errors.ts';
import type { Role } from '../../core/role.ts';

const DAY_MS = 86_400_000;

/** How long the link of an invitation is valid. */
export const INVITATION_MS = 7 * DAY_MS;

/** An invitation that is not accepted yet. */
export interface Invitation {
  id: number;
  workspaceId: number;
  inviterId: number;
  email: string;
  role: Role;
  expiresAt: number;
  createdAt: number;
}

/** Shows who an invitation is for without giving the address away: `a•••@example.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}•••${email.slice(at)}`;
}

export const invitationNotFound = failure(
  'not_found',
  'invitation_not_found',
  'Ask for a new invitation. Each works once, for 7 days, and only while the person who created it is allowed to invite.',
);

export const invitationForAnother = failure(
  'forbidden',
  'invitation_for_another',
  'Sign in with the address to which the invitation was sent. The invitation stays valid.',
);

/** For registration while it is closed: the inviter sees the other link, and could claim any address with it. */
export const mailedLinkRequired = failure(
  'forbidden',
  'mailed_link_required',
  'Open the link in the invitation mail, or ask an administrator of this server to invite you or to add your account.',
);

export const alreadyMember = failure(
  'conflict',
  'already_member',
  'Change the role with `PUT /api/workspace/:id/member/:userid/update`.',
);

export const tooManyInvitations = failure(
  'conflict',
  'too_many_invitations',
  'Withdraw some with `DELETE /api/workspace/:id/invitation/:invitationid/delete`.',
);

export const workspaceIsPersonal = failure(
  'conflict',
  'workspace_is_personal',
  'Create a shared workspace with `POST /api/workspace/add`, and invite people to it.',
);

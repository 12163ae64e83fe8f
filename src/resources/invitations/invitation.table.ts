import type { Generated } from 'kysely';

/** Invitations that are neither accepted nor withdrawn; some may have expired. */
export interface InvitationTable {
  id: Generated<number>;
  workspace_id: number;
  /** The member who created it. */
  inviter_id: number;
  /** In lower case. */
  email: string;
  role: string;
  /** SHA-256 of the token in the link. */
  hash: string;
  /** The same of the link in the mail, which nobody else sees; null if none is mailed. */
  mailed_hash: string | null;
  expires_at: number;
  created_at: number;
}

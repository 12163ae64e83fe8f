import type { Generated } from 'kysely';

export interface UserTable {
  id: Generated<number>;
  email: string;
  username: string;
  password_hash: string;
  is_admin: number;
  /** Can neither sign in nor use a key. */
  is_disabled: Generated<number>;
  /** See `Account`. */
  time_zone: Generated<string>;
  expires_at: number | null;
  /** A shared workspace is a row of its own, in which nobody can sign in. */
  kind: Generated<'user' | 'workspace'>;
  /** Null for the personal workspace of a user who has not named it. */
  workspace_name: string | null;
  created_at: number;
  /** Whether `is_admin` comes from a group of the identity provider, and ends with it. */
  is_group_admin: Generated<number>;
  /** When the password was last set with a link of the command line. */
  recovered_at: number | null;
}

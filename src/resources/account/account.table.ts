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
  created_at: number;
  /** Whether `is_admin` comes from a group of the identity provider, and ends with it. */
  is_group_admin: Generated<number>;
  /** When the password was last set with a link of the command line. */
  recovered_at: number | null;
}

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
}

import type { Generated } from 'kysely';

export interface UserTable {
  id: Generated<number>;
  email: string;
  username: string;
  password_hash: string;
  is_admin: number;
  expires_at: number | null;
  created_at: number;
}

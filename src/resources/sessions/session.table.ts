import type { Generated } from 'kysely';

export interface SessionTable {
  id: Generated<number>;
  user_id: number;
  /** SHA-256 of the token. */
  hash: string;
  agent: string;
  used_at: number;
  expires_at: number;
  created_at: number;
  /** When the password was last entered; null in sessions that predate this column. */
  proved_at: number | null;
  /** Whether signing in itself proved two factors. */
  is_multi_factor: Generated<number>;
}

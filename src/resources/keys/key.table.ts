import type { Generated } from 'kysely';

export interface KeyTable {
  id: Generated<number>;
  user_id: number;
  name: string;
  hash: string;
  hint: string;
  /** 1 if the key may change the account and its keys. */
  manages_account: Generated<number>;
  expires_at: number | null;
  used_at: number | null;
  created_at: number;
}

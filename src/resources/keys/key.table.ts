import type { Generated } from 'kysely';

export interface KeyTable {
  id: Generated<number>;
  user_id: number;
  /** The shared workspace that it acts in; null for the personal one. */
  workspace_id: number | null;
  name: string;
  hash: string;
  hint: string;
  /** 1 if the key may change the account and its keys. */
  manages_account: Generated<number>;
  /** JSON list; null if the key may do what its user may. */
  scopes: string | null;
  /** JSON list of addresses and ranges; null for all. */
  addresses: string | null;
  /** Requests in a rate window; null for the limit of the server. */
  rate_limit: number | null;
  /** The key itself, encrypted; null unless a compatible API signs in with a signature of it. */
  sealed_key: string | null;
  expires_at: number | null;
  used_at: number | null;
  created_at: number;
}

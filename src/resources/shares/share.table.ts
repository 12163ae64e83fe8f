export interface ShareTable {
  link_id: number;
  user_id: number;
  nonce: string;
  /** SHA-256 of the token. */
  hash: string;
  created_at: number;
}

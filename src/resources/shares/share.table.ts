export interface ShareTable {
  /** SHA-256 of the token. */
  hash: string;
  user_id: number;
  /** What is shared: either a link or a campaign. */
  link_id: number | null;
  campaign_id: number | null;
  nonce: string;
  password_hash: string | null;
  expires_at: number | null;
  created_at: number;
}

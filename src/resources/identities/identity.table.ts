/** The account of a user at the identity provider; each user has at most one. */
export interface IdentityTable {
  user_id: number;
  /** The setting OIDC_ISSUER at the time of joining. */
  issuer: string;
  /** The permanent ID of the user at the provider. */
  subject: string;
  created_at: number;
}

/** A sign-in with the provider that has been used; no response of the provider works twice. */
export interface SpentSignInTable {
  /** SHA-256 of its state. */
  hash: string;
  expires_at: number;
}

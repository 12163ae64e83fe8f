import type { Generated } from 'kysely';

/** Who proved the address of an account; no row for accounts of older versions about which nothing is known. */
export interface AccountProofTable {
  user_id: number;
  /** The last address that was proved: by a mail, by an administrator who made the account, or by the identity provider. */
  email: string | null;
  /** Whether everything that signs in to the account was made by its owner, and not by whoever claimed the address before. */
  has_own_credentials: Generated<number>;
}

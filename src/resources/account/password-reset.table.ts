import type { Generated } from 'kysely';

export interface PasswordResetTable {
  id: Generated<number>;
  user_id: number;
  /** SHA-256 of the token in the link. */
  hash: string;
  expires_at: number;
  created_at: number;
  /** Whether the command line made it; such a link works even if passwords are otherwise closed. */
  is_operator: Generated<number>;
  /** Whether only a mail to the address of the account shows the link. */
  is_mailed: Generated<number>;
}

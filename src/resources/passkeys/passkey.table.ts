import type { Generated } from 'kysely';

/** A passkey of a user. Its private key never leaves the user's device. */
export interface PasskeyTable {
  id: Generated<number>;
  user_id: number;
  /** The id that the device gave it, as base64url. */
  credential_id: string;
  /** A COSE key as base64url. */
  public_key: string;
  /** How often it was used, if the device counts; otherwise 0. */
  counter: number;
  /** JSON list of the ways in which a browser reaches the device. */
  transports: string;
  /** 1 if the user's devices share it. */
  is_synced: number;
  name: string;
  used_at: number | null;
  created_at: number;
}

/** A challenge that was used; the row stays until the challenge has expired, so that it works once. */
export interface SpentChallengeTable {
  challenge: string;
  expires_at: number;
}

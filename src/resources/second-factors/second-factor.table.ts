/** The authenticator app of a user. */
export interface SecondFactorTable {
  user_id: number;
  /** Encrypted with SECRET. */
  secret: string;
  /** Null until the first code has been entered; until then it is not asked for. */
  confirmed_at: number | null;
  /** The last time step whose code was accepted; no code works twice. */
  last_step: number;
  /** JSON list with the hashes of the unused recovery codes. */
  recovery: string;
}

import type { KeyScopes } from './scope.ts';

interface Known {
  userId: number;
  isAdmin: boolean;
  /** The name of the key, or of the user who signed in; the audit log shows it. */
  name: string;
}

/** A user who authenticated with an API key. */
export interface KeyHolder extends Known {
  keyId: number;
  /** Whether the key may change the account and its keys. */
  managesAccount: boolean;
  scopes: KeyScopes;
  /** The addresses and ranges from which the key is accepted; null for all. */
  addresses: readonly string[] | null;
  /** Requests in a rate window, if fewer than the server allows. */
  rateLimit: number | null;
  /** When the key ends; null for never. */
  expiresAt: number | null;
}

/** A user who signed in to the dashboard. */
export interface SessionHolder extends Known {
  sessionId: number;
  /** When the password was last entered in this session; null in sessions that are older than this column. */
  provedAt: number | null;
  hasSecondFactor: boolean;
}

/** The user who makes a request. */
export type Principal = KeyHolder | SessionHolder;

/** The session of a request; undefined if it used a key. */
export function sessionOf(principal: Principal): number | undefined {
  return 'sessionId' in principal ? principal.sessionId : undefined;
}

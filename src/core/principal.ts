interface Known {
  userId: number;
  isAdmin: boolean;
}

/** A user who came by one of their keys. */
export interface KeyHolder extends Known {
  keyId: number;
  /** Whether the key may change the account and its keys. */
  managesAccount: boolean;
}

/** A user who signed in to the dashboard. */
export interface SessionHolder extends Known {
  sessionId: number;
  /** When the password was last entered in this session; null in sessions from before that was stored. */
  provedAt: number | null;
}

/** Who makes a request. */
export type Principal = KeyHolder | SessionHolder;

/** The session that a request came by; undefined where it came by a key. */
export function sessionOf(principal: Principal): number | undefined {
  return 'sessionId' in principal ? principal.sessionId : undefined;
}

import { failure } from './errors.ts';

interface Known {
  userId: number;
  isAdmin: boolean;
}

/** A user who came by one of their keys. */
export interface KeyHolder extends Known {
  keyId: number;
}

/** A user who signed in to the dashboard. */
export interface SessionHolder extends Known {
  sessionId: number;
}

/** Who makes a request. */
export type Principal = KeyHolder | SessionHolder;

/** The session that a request came by; undefined where it came by a key. */
export function sessionOf(principal: Principal): number | undefined {
  return 'sessionId' in principal ? principal.sessionId : undefined;
}

export const adminRequired = failure(
  'forbidden',
  'admin_required',
  'Only an administrator may do this.',
  'Ask an administrator of this installation.',
);

import type { Role } from './role.ts';
import type { KeyScopes } from './scope.ts';

interface Known {
  userId: number;
  /** The workspace of this request; its id is the owner of all content. The personal workspace has the id of its user. */
  workspaceId: number;
  /** The user's role in the workspace. */
  role: Role;
  isAdmin: boolean;
  /** The name of the key, or of the user who signed in; the audit log shows it. */
  name: string;
}

/** A user who authenticated with an API key. */
export interface KeyHolder extends Known {
  /** Negative for a user who sent a password in place of a key. */
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

/** The personal workspace of a user, where they are the owner. */
export function personalWorkspace(userId: number): { workspaceId: number; role: Role } {
  return { workspaceId: userId, role: 'owner' };
}

/** A user who sends a password with each request, as clients of a compatible API may. It stands for a key with these scopes. */
export function passwordHolder(user: { id: number; username: string }, scopes: NonNullable<KeyScopes>): KeyHolder {
  return {
    ...{ keyId: -user.id, userId: user.id, ...personalWorkspace(user.id), name: user.username, isAdmin: false },
    ...{ managesAccount: false, scopes, addresses: null, rateLimit: null, expiresAt: null },
  };
}

// No stored key has this id.
const COMMAND_KEY_ID = 0;

/** A command on the server that acts for a user in their personal workspace, with all scopes and no key. */
export function commandPrincipal(userId: number, name: string): KeyHolder {
  return {
    ...{ userId, ...personalWorkspace(userId), isAdmin: false, name, keyId: COMMAND_KEY_ID },
    ...{ managesAccount: false, scopes: null, addresses: null, rateLimit: null, expiresAt: null },
  };
}

/** Whether a command on the server makes the request. */
export function isCommand(caller: Principal): boolean {
  return 'keyId' in caller && caller.keyId === COMMAND_KEY_ID;
}

/** Whether the caller sent a password, so that there is no key or session to revoke. */
export function isByPassword(caller: Principal): boolean {
  return 'keyId' in caller && caller.keyId < 0;
}

/** Whether the caller uses a key of a shared workspace. */
export function isKeyOfShared(caller: Principal): boolean {
  return 'keyId' in caller && caller.workspaceId !== caller.userId;
}

/** Whether the caller uses a key that may do less than its user, or ends. */
export function isLimitedKey(caller: Principal): boolean {
  if ('sessionId' in caller) return false;
  const { scopes, addresses, rateLimit, expiresAt } = caller;
  return isKeyOfShared(caller) || [scopes, addresses, rateLimit, expiresAt].some((limit) => limit !== null);
}

/** The session of a request; undefined if it used a key. */
export function sessionOf(principal: Principal): number | undefined {
  return 'sessionId' in principal ? principal.sessionId : undefined;
}

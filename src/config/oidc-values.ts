import { isLoopbackName } from '../lib/ip.ts';

const ROLES = ['viewer', 'editor', 'admin', 'owner'] as const;

/** A group of the identity provider, and the role that its members have in a workspace. */
export interface GroupRole {
  group: string;
  workspaceId: number;
  role: (typeof ROLES)[number];
}

/** The URL of the identity provider, exactly as it names itself: a slash at the end matters. */
export function readIssuer(text: string): string {
  const url = URL.parse(text);
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackName(url.hostname));
  if (!url || !isSafe) throw new Error('must be a URL that starts with https://, or http:// on this machine');
  if (url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '') {
    throw new Error('must be a URL without credentials, query and fragment');
  }
  return text;
}

/** The scopes of a sign-in, separated by spaces; `openid`, which every sign-in needs, is added. */
export function readScopes(text: string): string {
  const scopes = text.trim().split(/\s+/);
  // A comma is allowed in a scope, but here it is a mistake.
  if (!scopes.every((scope) => /^[\x21\x23-\x2b\x2d-\x5b\x5d-\x7e]+$/.test(scope))) {
    throw new Error('must be a list of scopes, separated by spaces');
  }
  return [...new Set(['openid', ...scopes])].join(' ');
}

const ENTRY = new RegExp(`(.+?)=(\\d{1,15}):(${ROLES.join('|')})\\s*(?:,|$)`, 'y');

/**
 * `group=workspace:role,…`. An entry ends with its role, so the name of a group may contain commas and equals signs, as in
 * LDAP.
 */
export function readGroupRoles(text: string): GroupRole[] {
  const roles: GroupRole[] = [];
  ENTRY.lastIndex = 0;
  let end = 0;
  while (end < text.length) {
    const [, group = '', id = '', role] = ENTRY.exec(text) ?? [];
    const known = ROLES.find((name) => name === role);
    if (!known || group.trim() === '' || Number(id) === 0) {
      throw new Error(`must be a list such as developers=12:editor,leads=12:admin, with a role of ${ROLES.join(', ')}`);
    }
    roles.push({ group: group.trim(), workspaceId: Number(id), role: known });
    end = ENTRY.lastIndex;
  }
  return roles;
}

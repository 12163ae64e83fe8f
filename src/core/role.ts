import type { Scope } from './scope.ts';

/** What a member may do in a workspace, from the least to the most. */
export const roles = ['viewer', 'editor', 'admin', 'owner'] as const;

export type Role = (typeof roles)[number];

/** Whether a role includes everything that another one may do. */
export function includesRole(role: Role, least: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(least);
}

/** The highest of several roles; undefined if there is none. */
export function highestRole(given: readonly Role[]): Role | undefined {
  return roles.findLast((role) => given.includes(role));
}

const adminNouns = ['domains', 'pixels', 'webhooks'];

/** The lowest role that an endpoint needs; undefined if it does not act on the content of a workspace. */
export function leastRoleOf(scope: Scope): Role | undefined {
  if (scope === 'account') return undefined;
  const [noun = '', action] = scope.split(':');
  if (action === 'read') return 'viewer';
  return adminNouns.includes(noun) ? 'admin' : 'editor';
}

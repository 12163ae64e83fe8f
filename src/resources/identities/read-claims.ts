import type { OidcConfig } from '../../config/oidc.ts';
import type { GroupRole } from '../../config/oidc-values.ts';
import { emailField } from '../../http/email-field.ts';
import { isStorableText } from '../../lib/storable-text.ts';
import { providerResponseInvalid } from './identity.ts';
import type { Claims } from './provider.ts';

/** The role of a group in a workspace. */
type Role = GroupRole['role'];

/** What a sign-in needs to know about a user of the provider; small enough for a cookie. */
export interface ProvenUser {
  subject: string;
  /** In lower case; undefined if the provider sent none that is valid. */
  email: string | undefined;
  isEmailVerified: boolean;
  /** A suggestion for the user name. */
  username: string | undefined;
  isGroupAdmin: boolean;
  /** The roles by workspace that the groups of the user give, the highest of each. */
  roles: [workspaceId: number, role: Role][];
  /** When the user last entered a password at the provider, in epoch milliseconds. */
  provedAt: number;
  /** Whether the provider checked more than one factor. */
  isMultiFactor: boolean;
}

const RANK: Record<Role, number> = { viewer: 0, editor: 1, admin: 2, owner: 3 };

/** The value of a claim by its name, else by a path of names with dots. */
function findClaim(claims: Record<string, unknown>, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<string, unknown>)[part];
  }
  return value;
}

/** The groups of a user; a provider may send a single one as a text. */
function readGroups(claims: Claims, name: string): Set<string> {
  const value = findClaim(claims, name);
  const groups = Array.isArray(value) ? value : [value];
  return new Set(groups.filter((group) => typeof group === 'string'));
}

function highestRoles(groups: Set<string>, rules: GroupRole[]): [number, Role][] {
  const roles = new Map<number, Role>();
  for (const { group, workspaceId, role } of rules) {
    const before = roles.get(workspaceId);
    if (groups.has(group) && (before === undefined || RANK[role] > RANK[before])) roles.set(workspaceId, role);
  }
  return [...roles];
}

function readText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' && isStorableText(value) ? value.trim() : undefined;
}

/** Reads what the provider says about a user. `now` counts as the time of proof if the provider names none. */
export function readClaims(claims: Claims, oidc: OidcConfig, now: number): ProvenUser {
  if (!isStorableText(claims.sub)) throw providerResponseInvalid();
  const groups = readGroups(claims, oidc.groupsClaim);
  const { auth_time: authTime, amr } = claims;
  const provedAt = typeof authTime === 'number' && Number.isFinite(authTime) ? authTime * 1000 : now;
  return {
    subject: claims.sub,
    email: emailField.safeParse(claims.email).data?.toLowerCase(),
    // Some providers send the word.
    isEmailVerified: claims.email_verified === true || claims.email_verified === 'true',
    username: readText(claims.preferred_username),
    isGroupAdmin: oidc.adminGroup !== undefined && groups.has(oidc.adminGroup),
    roles: highestRoles(groups, oidc.workspaces),
    provedAt: Math.min(Math.max(provedAt, 0), now),
    isMultiFactor: Array.isArray(amr) && amr.includes('mfa'),
  };
}

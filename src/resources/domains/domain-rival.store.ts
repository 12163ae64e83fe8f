import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { toDomain } from './domain.store.ts';
import { type Domain, type ProofKind, parentsOf, reverseLabels } from './domain.ts';

/** Whether the owner of a claim or other users have verified its name. */
export interface Rivals {
  /** Whether the owner has verified the name. */
  isOwn: boolean;
  /** How another user verified the name itself; undefined if none did. */
  sameBy: ProofKind | undefined;
  /** Whether another user verified a parent or a child of the name. */
  hasRelated: boolean;
}

// Limits the ports and claims that are read for one name; verified ones come first.
const MAX_SERVED = 200;
const NAMES_AT_ONCE = 1_000;

/** The parents that can be domains: a domain has at least one dot. */
function possibleParents(name: string): string[] {
  return parentsOf(name).filter((parent) => parent.includes('.'));
}

/** Finds the verified domains that prevent the owner from using a name. */
export async function findRivals(db: Db, owner: number, name: string): Promise<Rivals> {
  const verified = db
    .selectFrom('domains')
    .select(['name', 'user_id', 'verified_by'])
    .where('verified_at', 'is not', null);
  const found = await verified.where('name', 'in', [name, ...possibleParents(name)]).execute();
  const above = found.filter((row) => row.user_id !== owner);
  const reversed = reverseLabels(name);
  const below = await verified
    .where('user_id', '<>', owner)
    .where('reversed_name', '>', `${reversed}.`)
    .where('reversed_name', '<', `${reversed}/`)
    .limit(1)
    .execute();
  return {
    isOwn: found.some((row) => row.name === name && row.user_id === owner),
    sameBy: above.find((row) => row.name === name)?.verified_by ?? undefined,
    hasRelated: below.length > 0 || above.some((row) => row.name !== name),
  };
}

/** For the redirect: one domain for each host of a name. It is verified, or the first claim that no verified domain excludes. */
export async function findServed(db: Db, name: string): Promise<Domain[]> {
  const reversed = reverseLabels(name);
  const parents = possibleParents(name);
  const rows = await db
    .selectFrom('domains as claim')
    .selectAll('claim')
    .where('claim.name', '=', name)
    .where((claim) => {
      const rival = claim
        .selectFrom('domains as rival')
        .select('rival.id')
        .where('rival.verified_at', 'is not', null)
        .whereRef('rival.user_id', '<>', 'claim.user_id');
      const below = rival
        .where('rival.reversed_name', '>', `${reversed}.`)
        .where('rival.reversed_name', '<', `${reversed}/`);
      const isAdmin = claim
        .selectFrom('users')
        .select('users.id')
        .whereRef('users.id', '=', 'claim.user_id')
        .where('users.is_admin', '=', 1);
      const isRelated = claim.or([
        claim.exists(below),
        ...(parents.length > 0 ? [claim.exists(rival.where('rival.name', 'in', parents))] : []),
      ]);
      return claim.or([
        claim('claim.verified_at', 'is not', null),
        claim.and([
          claim.not(claim.exists(rival.where('rival.name', '=', name))),
          claim.or([claim.not(isRelated), claim.exists(isAdmin)]),
        ]),
      ]);
    })
    .orderBy(sql`case when claim.verified_at is null then 1 else 0 end`)
    .orderBy('claim.id')
    .limit(MAX_SERVED)
    .execute();
  const byHost = Map.groupBy(rows.map(toDomain), ({ host }) => host);
  return [...byHost.values()].flatMap((claims) => claims.slice(0, 1));
}

/** The users who have verified these names, by name. */
async function findVerifiers(db: Db, names: string[]): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (let from = 0; from < names.length; from += NAMES_AT_ONCE) {
    const rows = await db
      .selectFrom('domains')
      .select(['name', 'user_id'])
      .where('verified_at', 'is not', null)
      .where('name', 'in', names.slice(from, from + NAMES_AT_ONCE))
      .execute();
    for (const row of rows) found.set(row.name, row.user_id);
  }
  return found;
}

/** The claims that have a subdomain verified by another user. */
async function findWithVerifiedChild(db: Db, ids: number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('domains as claim')
    .select('claim.id')
    .where('claim.id', 'in', ids)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('domains as rival')
          .select('rival.id')
          .where('rival.verified_at', 'is not', null)
          .whereRef('rival.user_id', '<>', 'claim.user_id')
          .where('rival.reversed_name', '>', sql<string>`claim.reversed_name || '.'`)
          .where('rival.reversed_name', '<', sql<string>`claim.reversed_name || '/'`),
      ),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * The ids of the domains whose name, or a parent or child of it, another user has verified. For a domain of an administrator only
 * the name itself counts.
 */
export async function findTaken(db: Db, domains: Domain[]): Promise<Set<number>> {
  const claims = domains.filter(({ verifiedAt }) => verifiedAt === null);
  if (claims.length === 0) return new Set();
  const owners = [...new Set(claims.map(({ userId }) => userId))];
  const admins = await db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', owners)
    .where('is_admin', '=', 1)
    .execute();
  const isAdmin = new Set(admins.map(({ id }) => id));
  const restricted = claims.filter(({ userId }) => !isAdmin.has(userId));
  const names = new Set(claims.map(({ name }) => name));
  for (const { name } of restricted) for (const parent of possibleParents(name)) names.add(parent);
  const verifiers = await findVerifiers(db, [...names]);
  const taken = new Set(
    await findWithVerifiedChild(
      db,
      restricted.map(({ id }) => id),
    ),
  );
  for (const { id, userId, name } of claims) {
    const related = isAdmin.has(userId) ? [name] : [name, ...possibleParents(name)];
    if (related.some((relatedName) => (verifiers.get(relatedName) ?? userId) !== userId)) taken.add(id);
  }
  return taken;
}

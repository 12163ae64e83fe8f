import { type Selectable, sql } from 'kysely';
import { offsetOf, type Page, type PageRequest } from '../../core/paging.ts';
import type { Db } from '../../db/db.ts';
import { nameOwner } from '../../db/name-owner.ts';
import { addToTally, readTally } from '../../db/tally.ts';
import type { DomainTable } from './domain.table.ts';
import { type DnsState, type Domain, type DomainAddress, type ProofKind, reverseLabels } from './domain.ts';

const NOUN = 'domains';

/** The columns of a new domain. */
export interface DomainRecord extends DomainAddress {
  redirectRoot: string | null;
  redirect404: string | null;
  /** How it was verified when it was added; null if it was not. */
  verifiedBy: ProofKind | null;
}

/** A domain with the email address of its owner. */
export interface OwnedDomain extends Domain {
  ownerEmail: string;
}

/** The columns to change; undefined keeps the value. */
export interface DomainUpdate {
  redirectRoot: string | null | undefined;
  redirect404: string | null | undefined;
}

/** The result of a DNS lookup. */
export interface FoundState {
  id: number;
  userId: number;
  dns: DnsState;
}

export function toDomain(row: Selectable<DomainTable>): Domain {
  const { id, scheme, host, name, dns } = row;
  return {
    id,
    userId: row.user_id,
    scheme,
    host,
    name,
    redirectRoot: row.redirect_root,
    redirect404: row.redirect_404,
    linkCount: row.link_count,
    dns,
    dnsCheckedAt: row.dns_checked_at,
    verifiedAt: row.verified_at,
    verifiedBy: row.verified_by,
    createdAt: row.created_at,
  };
}

/** A LIKE pattern that finds the text anywhere; wildcards in the text are escaped. */
function toLikePattern(text: string): string {
  return `%${text.toLowerCase().replace(/[\\%_]/g, (char) => `\\${char}`)}%`;
}

/** The number of domains of the owner, or of all users if the owner is undefined. */
async function countDomains(db: Db, owner: number | undefined): Promise<number> {
  if (owner !== undefined) return readTally(db, owner, NOUN);
  const { total } = await db
    .selectFrom('tallies')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number | string>('rows'), eb.val(0)).as('total'))
    .where('noun', '=', NOUN)
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** One page of the domains of the owner (of all users if undefined), newest first; `q` is searched in the host. */
export async function listDomains(
  db: Db,
  owner: number | undefined,
  request: PageRequest,
  q: string | undefined,
): Promise<Page<OwnedDomain>> {
  const query = db
    .selectFrom('domains')
    .innerJoin('users', 'users.id', 'domains.user_id')
    .$if(owner !== undefined, (all) => all.where('domains.user_id', '=', owner ?? 0))
    .$if(Boolean(q), (all) => all.where(sql<boolean>`host like ${toLikePattern(q ?? '')} escape '\\'`));
  const counted = q && (await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow());
  const total = counted ? counted.total : await countDomains(db, owner);
  if (offsetOf(request) >= total) return { ...request, total, rows: [] };
  const rows = await query
    .selectAll('domains')
    .select(['users.email', 'users.kind', 'users.workspace_name'])
    .orderBy('domains.id', 'desc')
    .limit(request.limit)
    .offset(offsetOf(request))
    .execute();
  return { ...request, total, rows: rows.map((row) => ({ ...toDomain(row), ownerEmail: nameOwner(row) })) };
}

export async function findDomain(db: Db, owner: number, id: number): Promise<Domain | undefined> {
  const row = await db
    .selectFrom('domains')
    .selectAll()
    .where('user_id', '=', owner)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toDomain(row);
}

/** The owner of a domain; for administrators. */
export async function findOwner(db: Db, id: number): Promise<number | undefined> {
  const row = await db.selectFrom('domains').select('user_id').where('id', '=', id).executeTakeFirst();
  return row?.user_id;
}

/** The domains of the owner with this name, which differ by port. */
export async function findOwnByName(db: Db, owner: number, name: string): Promise<Domain[]> {
  const rows = await db
    .selectFrom('domains')
    .selectAll()
    .where('user_id', '=', owner)
    .where('name', '=', name)
    .orderBy('id')
    .execute();
  return rows.map(toDomain);
}

/** The domains with one of these names that belong to the owner or are verified by any user. */
export async function findOwnedOrVerified(db: Db, owner: number, names: string[]): Promise<Domain[]> {
  if (names.length === 0) return [];
  const rows = await db
    .selectFrom('domains')
    .selectAll()
    .where('name', 'in', names)
    .where((eb) => eb.or([eb('verified_at', 'is not', null), eb('user_id', '=', owner)]))
    .orderBy('id')
    .execute();
  return rows.map(toDomain);
}

/** The domains with these ids, for the short URLs of their links. */
export async function findByIds(db: Db, ids: number[]): Promise<Domain[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('domains').selectAll().where('id', 'in', ids).execute();
  return rows.map(toDomain);
}

export async function insertDomain(tx: Db, owner: number, domain: DomainRecord, now: number): Promise<Domain> {
  const { scheme, host, name, redirectRoot, redirect404, verifiedBy } = domain;
  const row = await tx
    .insertInto('domains')
    .values({
      user_id: owner,
      scheme,
      host,
      name,
      reversed_name: reverseLabels(name),
      redirect_root: redirectRoot,
      redirect_404: redirect404,
      dns: 'unknown',
      dns_checked_at: null,
      verified_at: verifiedBy === null ? null : now,
      verified_by: verifiedBy,
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await addToTally(tx, owner, NOUN, 1);
  return toDomain(row);
}

/** Updates the destinations of visitors who request no existing link; returns the domain, or undefined if there is none. */
export async function updateDomain(
  tx: Db,
  owner: number,
  id: number,
  { redirectRoot, redirect404 }: DomainUpdate,
): Promise<Domain | undefined> {
  const row = await tx
    .updateTable('domains')
    .set((eb) => ({
      redirect_root: redirectRoot === undefined ? eb.ref('redirect_root') : redirectRoot,
      redirect_404: redirect404 === undefined ? eb.ref('redirect_404') : redirect404,
    }))
    .where('user_id', '=', owner)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  return row && toDomain(row);
}

/** Adds to the link count of the domain and locks it until the transaction ends; undefined if there is none. */
export async function addLinks(tx: Db, owner: number, id: number, difference: number): Promise<Domain | undefined> {
  const row = await tx
    .updateTable('domains')
    .set((eb) => ({ link_count: eb('link_count', '+', difference) }))
    .where('user_id', '=', owner)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  return row && toDomain(row);
}

/** Stores the results of lookups; deleted domains are skipped. */
export async function saveStates(tx: Db, states: FoundState[], now: number): Promise<void> {
  for (const { id, userId, dns } of states) {
    await tx
      .updateTable('domains')
      .set({ dns, dns_checked_at: now })
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .execute();
  }
}

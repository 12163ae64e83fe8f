import { type Selectable, sql } from 'kysely';
import { offsetOf, type Page, type PageRequest } from '../../core/paging.ts';
import type { Db } from '../../db/db.ts';
import { addToTally, readTally } from '../../db/tally.ts';
import type { DomainTable } from './domain.table.ts';
import type { DnsState, Domain, DomainAddress } from './domain.ts';

const NOUN = 'domains';

/** A domain as it is written first. */
export interface DomainRecord extends DomainAddress {
  redirectRoot: string | null;
  redirect404: string | null;
}

/** What is to change; what is undefined stays. */
export interface DomainUpdate {
  redirectRoot: string | null | undefined;
  redirect404: string | null | undefined;
}

/** What was found out about a domain. */
export interface FoundState {
  id: number;
  userId: number;
  dns: DnsState;
}

function toDomain(row: Selectable<DomainTable>): Domain {
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
    createdAt: row.created_at,
  };
}

/** A pattern that finds the text anywhere; what means something to LIKE means itself. */
function containing(text: string): string {
  return `%${text.toLowerCase().replace(/[\\%_]/g, (char) => `\\${char}`)}%`;
}

/** One page of the owner's domains, newest first; `q` is looked for in the host. */
export async function listDomains(
  db: Db,
  owner: number,
  request: PageRequest,
  q: string | undefined,
): Promise<Page<Domain>> {
  const query = db
    .selectFrom('domains')
    .where('user_id', '=', owner)
    .$if(Boolean(q), (all) => all.where(sql<boolean>`host like ${containing(q ?? '')} escape '\\'`));
  const counted = q && (await query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow());
  const total = counted ? counted.total : await readTally(db, owner, NOUN);
  if (offsetOf(request) >= total) return { ...request, total, rows: [] };
  const rows = await query.selectAll().orderBy('id', 'desc').limit(request.limit).offset(offsetOf(request)).execute();
  return { ...request, total, rows: rows.map(toDomain) };
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

/** Every domain with one of these names, whoever it belongs to: they must be unlike for all. */
export async function findByNames(db: Db, names: string[]): Promise<Domain[]> {
  if (names.length === 0) return [];
  const rows = await db.selectFrom('domains').selectAll().where('name', 'in', names).orderBy('id').execute();
  return rows.map(toDomain);
}

/** The domains with these numbers, for the short URLs of links that are on them. */
export async function findByIds(db: Db, ids: number[]): Promise<Domain[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('domains').selectAll().where('id', 'in', ids).execute();
  return rows.map(toDomain);
}

export async function insertDomain(tx: Db, owner: number, domain: DomainRecord, now: number): Promise<Domain> {
  const { scheme, host, name, redirectRoot, redirect404 } = domain;
  const row = await tx
    .insertInto('domains')
    .values({
      user_id: owner,
      scheme,
      host,
      name,
      redirect_root: redirectRoot,
      redirect_404: redirect404,
      dns: 'unknown',
      dns_checked_at: null,
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await addToTally(tx, owner, NOUN, 1);
  return toDomain(row);
}

/** Changes where visitors without a link go; tells the domain as it is then, undefined where there is none. */
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

/** Adds to how many links are on the domain, and holds it until the transaction ends; undefined where there is none. */
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

/** Keeps what was found out; a domain that has gone meanwhile is left out. */
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

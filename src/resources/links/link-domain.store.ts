import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { toLink } from './link.store.ts';
import { type Link, MAIN_DOMAIN } from './link.ts';

/** A link that is about to leave its domain. */
export interface LeavingLink {
  id: number;
  alias: string;
  campaignId: number | null;
}

/** Holds a link until the transaction ends, and reads it; undefined where it no longer answers there. */
export async function lockAt(tx: Db, { userId, id, domainId, alias }: Link): Promise<Link | undefined> {
  const row = await tx
    .updateTable('links')
    .set((eb) => ({ domain_id: eb.ref('domain_id') }))
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('domain_id', '=', domainId)
    .where('alias', '=', alias)
    .returningAll()
    .executeTakeFirst();
  return row && toLink(row);
}

/** The next links of a domain, oldest first; those that have moved are no longer among them. */
export async function readNextOn(tx: Db, owner: number, domainId: number, limit: number): Promise<LeavingLink[]> {
  return tx
    .selectFrom('links')
    .select(['id', 'alias', 'campaign_id as campaignId'])
    .where('user_id', '=', owner)
    .where('domain_id', '=', domainId)
    .where(sql<boolean>`domain_id > 0`)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Those of the aliases that are taken on the main host, whoever has them. */
export async function findTakenOnMain(tx: Db, aliases: string[]): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('links')
    .select('alias')
    .where('domain_id', '=', MAIN_DOMAIN)
    .where('alias', 'in', aliases)
    .execute();
  return new Set(rows.map(({ alias }) => alias));
}

/** Puts the owner's links on the main host, each under its alias. */
export async function putOnMain(tx: Db, owner: number, links: Pick<LeavingLink, 'id' | 'alias'>[]): Promise<void> {
  const rows = links.map(({ id, alias }) => sql`(cast(${id} as bigint), cast(${alias} as text))`);
  await sql`
    with moved (id, alias) as (values ${sql.join(rows)})
    update links set domain_id = ${sql.lit(MAIN_DOMAIN)}, alias = moved.alias from moved
    where links.id = moved.id and links.user_id = ${owner}`.execute(tx);
}

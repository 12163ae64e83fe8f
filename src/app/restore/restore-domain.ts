import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { inParts, insertMissingRows, insertStoredRows } from '../../db/restore-rows.ts';
import { addToTally } from '../../db/tally.ts';
import type { StoredRow } from '../../db/trash-content.ts';
import type { BioAddress } from '../../resources/bio/bio.ts';
import { announceDomain } from '../../resources/domains/domain.audit.ts';
import { addLinks, findDomain } from '../../resources/domains/domain.store.ts';
import { MAIN_DOMAIN } from '../../resources/domains/domain.ts';
import type { Link } from '../../resources/links/link.ts';
import type { Restore } from '../../resources/trash/trash.ts';
import { assertNoName, type RestorerParts, readUsedLinks, usedLinkEvent } from './restore-parts.ts';

type Moved = { id: number; name: string; before: string }[];

/**
 * Moves links or bio pages, which went to the main host when the domain was deleted, back to their old addresses. Those that are
 * on another domain by now stay there.
 */
async function moveBack(
  tx: Db,
  owner: number,
  domainId: number,
  { table, column, rows }: { table: 'links' | 'bio_pages'; column: 'alias' | 'slug'; rows: StoredRow[] },
): Promise<Moved> {
  const moved: Moved = [];
  const [target, name] = [sql.table(table), sql.ref(column)];
  for (const some of inParts(rows)) {
    const ids = sql.join(some.map(({ id }) => id));
    const { rows: present } = await sql<{ id: number; name: string }>`
      select id, ${name} as name from ${target}
      where user_id = ${owner} and domain_id = ${MAIN_DOMAIN} and id in (${ids})`.execute(tx);
    const before = new Map(present.map((row) => [row.id, row.name]));
    const values = some.map((row) => sql`(cast(${row.id} as bigint), cast(${row[column]} as text))`);
    const back = await sql<{ id: number; name: string }>`
      with back (id, name) as (values ${sql.join(values)})
      update ${target} set domain_id = ${domainId}, ${sql.ref(column)} = back.name from back
      where ${target}.id = back.id and ${target}.user_id = ${owner} and ${target}.domain_id = ${MAIN_DOMAIN}
      returning ${target}.id, ${target}.${name} as name`.execute(tx);
    moved.push(...back.rows.map((row) => ({ ...row, before: before.get(row.id) ?? row.name })));
  }
  return moved;
}

function addressesOf(domainId: number, { name, before }: Moved[number]): BioAddress[] {
  return [
    { domainId, slug: name },
    { domainId: MAIN_DOMAIN, slug: before },
  ];
}

/** Restores a domain, if nobody has verified its name meanwhile, with what was on it. */
export function createRestoreDomain({
  domains,
  listeners,
  outbox,
  now,
}: Pick<RestorerParts, 'domains' | 'listeners' | 'outbox' | 'now'>): Restore {
  return async (tx, item) => {
    assertNoName(item);
    const { owner, id, row, rows } = item;
    const [name, host] = [String(row.name), String(row.host)];
    const staysVerified = await domains.takeBack(tx, owner, { name, host });
    const verification = staysVerified ? {} : { verified_at: null, verified_by: null };
    await insertStoredRows(tx, 'domains', [{ ...row, ...verification, link_count: 0, dns_checked_at: null }]);
    await addToTally(tx, owner, 'domains', 1);
    await insertStoredRows(tx, 'well_known_files', rows.well_known_files ?? []);
    await insertMissingRows(tx, 'misses', rows.misses ?? []);
    const links = await moveBack(tx, owner, id, { table: 'links', column: 'alias', rows: rows.links ?? [] });
    if (links.length > 0) await addLinks(tx, owner, id, links.length);
    const pages = await moveBack(tx, owner, id, { table: 'bio_pages', column: 'slug', rows: rows.bio_pages ?? [] });
    for (const some of inParts((rows.qr_codes ?? []).map((code) => Number(code.id))))
      await moveCodesBack(tx, owner, id, some);
    const used = new Map(
      (
        await readUsedLinks(
          tx,
          owner,
          links.map((link) => link.id),
        )
      ).map((link): [number, Link] => [link.id, link]),
    );
    const restored = await findDomain(tx, owner, id);
    if (restored) await announceDomain(tx, restored, 'restored', now());
    await outbox.updated(
      tx,
      links.map((link) => ({ owner, id: link.id, changes: {} })),
    );
    return () => {
      listeners.onDomainChanged(name);
      listeners.onWellKnownFilesChanged(id);
      for (const moved of links) {
        const link = used.get(moved.id);
        const old = { domainId: MAIN_DOMAIN, alias: moved.before };
        if (link) listeners.onLinkChanged({ ...usedLinkEvent(link), addresses: [link, old] });
      }
      listeners.onBioPageChanged(pages.flatMap((page) => addressesOf(id, page)));
    };
  };
}

async function moveCodesBack(tx: Db, owner: number, domainId: number, ids: number[]): Promise<void> {
  await tx
    .updateTable('qr_codes')
    .set({ domain_id: domainId })
    .where('user_id', '=', owner)
    .where('domain_id', '=', MAIN_DOMAIN)
    .where('id', 'in', ids)
    .execute();
}

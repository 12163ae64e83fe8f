import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Db } from '../db/db.ts';
import { prepareRows, prepareStatement } from '../db/row-statement.ts';
import { storableText } from '../lib/storable-text.ts';
import type { ImportRefTable } from './import.table.ts';

export type ImportRef = Selectable<ImportRefTable>;

const REFS_AT_ONCE = 200;
const MAX_REF = 255;

/** A ref in the form in which it is stored: long ones are hashed. */
export function storedRef(given: string): string {
  const ref = storableText(given);
  return ref.length <= MAX_REF ? ref : `sha256:${new Bun.CryptoHasher('sha256').update(ref).digest('hex')}`;
}

/** The sources of a product that a workspace has imported from, that of new rows last. */
export async function listSources(db: Db, owner: number, product: string): Promise<string[]> {
  const rows = await db
    .selectFrom('import_refs')
    .select('source')
    .distinct()
    .where('user_id', '=', owner)
    .where('source', 'like', `${product} %`)
    .orderBy('source')
    .execute();
  return [...rows.map(({ source }) => source), product];
}

/**
 * Finds what was imported before, by stored ref; leaves out refs whose link is gone or belongs to someone else now. Of several
 * sources with the same ref, the last one counts.
 */
export async function findRefs(
  db: Db,
  owner: number,
  sources: string[],
  refs: string[],
): Promise<Map<string, ImportRef>> {
  const found = new Map<string, ImportRef>();
  for (let from = 0; from < refs.length; from += REFS_AT_ONCE) {
    const rows = await db
      .selectFrom('import_refs')
      .innerJoin('links', 'links.id', 'import_refs.link_id')
      .selectAll('import_refs')
      .where('import_refs.user_id', '=', owner)
      .where('import_refs.source', 'in', sources)
      .where('import_refs.ref', 'in', refs.slice(from, from + REFS_AT_ONCE))
      .where('links.user_id', '=', owner)
      .orderBy('import_refs.link_id')
      .execute();
    const ranked = rows.sort((one, other) => sources.indexOf(one.source) - sources.indexOf(other.source));
    for (const row of ranked) found.set(row.ref, row);
  }
  return found;
}

/** What was imported from these sources for links, by id. */
export async function findByLinks(db: Db, sources: string[], linkIds: number[]): Promise<Map<number, ImportRef>> {
  const found = new Map<number, ImportRef>();
  for (let from = 0; from < linkIds.length; from += REFS_AT_ONCE) {
    const rows = await db
      .selectFrom('import_refs')
      .selectAll()
      .where('link_id', 'in', linkIds.slice(from, from + REFS_AT_ONCE))
      .where('source', 'in', sources)
      .execute();
    for (const row of rows) found.set(row.link_id, row);
  }
  return found;
}

/** Gives a row another ref, by which the link is found from now on. */
export async function renameRef(tx: Db, { link_id, source, ref }: ImportRef, to: string): Promise<void> {
  await tx
    .updateTable('import_refs')
    .set({ ref: to })
    .where('link_id', '=', link_id)
    .where('source', '=', source)
    .where('ref', '=', ref)
    .execute();
}

type NewRef = Pick<ImportRef, 'link_id' | 'source' | 'ref' | 'user_id' | 'import_id'> & { undated?: number };

/** Remembers which links came from where. */
export async function insertRefs(tx: Db, refs: NewRef[]): Promise<void> {
  for (let from = 0; from < refs.length; from += REFS_AT_ONCE) {
    await tx
      .insertInto('import_refs')
      .values(refs.slice(from, from + REFS_AT_ONCE))
      .onConflict((conflict) => conflict.columns(['link_id', 'source', 'ref']).doNothing())
      .execute();
  }
}

/** How many links a run has added. */
export async function countAdded(db: Db, owner: number, sources: string[], importId: number): Promise<number> {
  const { count } = await db
    .selectFrom('import_refs')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', owner)
    .where('source', 'in', sources)
    .where('import_id', '=', importId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The undated clicks of links from an import that stored no refs, by id. */
export async function findUndatedClicks(db: Db, linkIds: number[]): Promise<Map<number, number>> {
  const found = new Map<number, number>();
  for (let from = 0; from < linkIds.length; from += REFS_AT_ONCE) {
    const rows = await db
      .selectFrom('links')
      .select(['id', 'imported_clicks'])
      .select((row) =>
        row
          .selectFrom('import_refs')
          .whereRef('import_refs.link_id', '=', 'links.id')
          .select(sql<number>`coalesce(sum(undated), 0)`.as('undated'))
          .as('undated'),
      )
      .where('id', 'in', linkIds.slice(from, from + REFS_AT_ONCE))
      .where('imported_clicks', '>', 0)
      .execute();
    for (const row of rows) found.set(row.id, Math.max(0, row.imported_clicks - Number(row.undated ?? 0)));
  }
  return found;
}

// The state of misses belongs to no link: its row has the negative id of the workspace.
const MISSES = '';

export async function readMissState(db: Db, owner: number, source: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('import_refs')
    .select('state')
    .where('link_id', '=', -owner)
    .where('source', '=', source)
    .where('ref', '=', MISSES)
    .executeTakeFirst();
  return row?.state ?? undefined;
}

export async function writeMissState(tx: Db, owner: number, source: string, state: string): Promise<void> {
  await tx
    .insertInto('import_refs')
    .values({ link_id: -owner, source, ref: MISSES, user_id: owner, import_id: 0, state })
    .onConflict((conflict) => conflict.columns(['link_id', 'source', 'ref']).doUpdateSet({ state }))
    .execute();
}

/** Clicks to add to what was imported for a link. */
export interface AddedClicks {
  ref: ImportRef;
  clicks: number;
  bots: number;
  undated: number;
  state: string | undefined;
}

const updateRows = prepareRows<AddedClicks>({
  before: 'with added (link_id, source, ref, clicks, bots, undated, state) as (values ',
  row: '(cast(? as bigint), cast(? as text), cast(? as text), cast(? as bigint), cast(? as bigint), cast(? as bigint), cast(? as text))',
  after:
    ') update import_refs set clicks = import_refs.clicks + added.clicks, bots = import_refs.bots + added.bots,' +
    ' undated = import_refs.undated + added.undated, state = coalesce(added.state, import_refs.state) from added' +
    ' where import_refs.link_id = added.link_id and import_refs.source = added.source and import_refs.ref = added.ref',
  bind({ ref, clicks, bots, undated, state }, parameters) {
    parameters.push(ref.link_id, ref.source, ref.ref, clicks, bots, undated);
    parameters.push(state === undefined ? null : storableText(state));
  },
});

/** Adds to the imported clicks of links; each ref at most once. */
export async function addToRefs(tx: Db, added: AddedClicks[]): Promise<void> {
  await updateRows(tx, added);
}

const linkRows = prepareRows<[id: number, clicks: number, undated: number], { id: number; campaign_id: number | null }>(
  {
    before: 'with added (id, clicks, undated) as (values ',
    row: '(cast(? as bigint), cast(? as bigint), cast(? as bigint))',
    after:
      ') update links set clicks = links.clicks + added.clicks + added.undated,' +
      ' imported_clicks = links.imported_clicks + added.undated, spent_clicks = links.spent_clicks +' +
      ' case when links.max_clicks is null then 0 else added.clicks + added.undated end' +
      ' from added where links.id = added.id returning links.id, links.campaign_id',
    bind([id, clicks, undated], parameters) {
      parameters.push(id, clicks, undated);
    },
  },
);

/** Adds dated and undated clicks to the totals of links; returns the campaign of each link that exists. */
export async function addToLinks(
  tx: Db,
  added: Map<number, { clicks: number; undated: number }>,
): Promise<Map<number, number | null>> {
  // In the order of the ids, to avoid deadlocks between nodes.
  const rows = Array.from(added, ([id, { clicks, undated }]): [number, number, number] => [id, clicks, undated]);
  const found = await linkRows(
    tx,
    rows.sort(([left], [right]) => left - right),
  );
  return new Map(found.map(({ id, campaign_id }) => [id, campaign_id]));
}

const sumBySource = prepareStatement<{ source: string; clicks: number | string }>(
  'select source, sum(clicks) as clicks from import_refs where link_id = ? group by source order by source',
);

/** What was imported for a link: dated clicks, and the products. */
export async function readImported(db: Db, linkId: number): Promise<{ clicks: number; sources: string[] }> {
  const rows = await sumBySource(db, [linkId]);
  return {
    clicks: rows.reduce((sum, { clicks }) => sum + Number(clicks), 0),
    sources: rows.map(({ source }) => source),
  };
}

/** Forgets where links came from, when they are permanently deleted. */
export async function deleteRefs(tx: Db, linkIds: number[]): Promise<void> {
  if (linkIds.length > 0) await tx.deleteFrom('import_refs').where('link_id', 'in', linkIds).execute();
}

/** Gives what is known about links to their new owner. */
export async function giveRefs(tx: Db, linkIds: number[], to: number): Promise<void> {
  if (linkIds.length > 0)
    await tx.updateTable('import_refs').set({ user_id: to }).where('link_id', 'in', linkIds).execute();
}

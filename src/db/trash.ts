import { sql } from 'kysely';
import type { Deletion, TrashNoun } from '../core/trash.ts';
import type { Tables } from '../tables.ts';
import type { Db } from './db.ts';
import { deleteOwned, type OwnedTable } from './owned.ts';
import { addToTally } from './tally.ts';
import { type StoredRow, writeTrashContent } from './trash-content.ts';

/** Rows of another table that the deletion of an item changes or deletes. */
interface DependentRows {
  table: keyof Tables;
  /** The column with the id of the item. */
  key: string;
  /** The columns that a restore needs; by default all. */
  columns?: string[];
  /** Another condition. */
  where?: [column: string, value: string];
}

interface TrashLayout {
  table: OwnedTable;
  /** The column with the name that the trash shows. */
  name: string;
  dependents: DependentRows[];
}

/** The tables of each noun. Rows of `links` and the like, which stay, are listed because their references are cleared. */
export const trashLayouts: Record<TrashNoun, TrashLayout> = {
  url: {
    table: 'links',
    name: 'alias',
    dependents: [
      { table: 'link_tags', key: 'link_id' },
      { table: 'link_pixels', key: 'link_id' },
      { table: 'link_qr_codes', key: 'link_id' },
      { table: 'shares', key: 'link_id' },
      { table: 'scheduled_changes', key: 'link_id' },
      { table: 'channel_items', key: 'item_id', where: ['kind', 'links'] },
    ],
  },
  qr: {
    table: 'qr_codes',
    name: 'name',
    dependents: [
      { table: 'qr_logos', key: 'qr_id' },
      { table: 'channel_items', key: 'item_id', where: ['kind', 'qr'] },
    ],
  },
  campaign: {
    table: 'campaigns',
    name: 'name',
    dependents: [
      { table: 'shares', key: 'campaign_id' },
      { table: 'links', key: 'campaign_id', columns: ['id', 'campaign_weight'] },
    ],
  },
  channel: { table: 'channels', name: 'name', dependents: [{ table: 'channel_items', key: 'channel_id' }] },
  bio: {
    table: 'bio_pages',
    name: 'name',
    dependents: [
      { table: 'bio_blocks', key: 'bio_id' },
      { table: 'channel_items', key: 'item_id', where: ['kind', 'bio'] },
    ],
  },
  domain: {
    table: 'domains',
    name: 'host',
    dependents: [
      { table: 'well_known_files', key: 'domain_id' },
      { table: 'misses', key: 'domain_id' },
      { table: 'links', key: 'domain_id', columns: ['id', 'alias'] },
      { table: 'qr_codes', key: 'domain_id', columns: ['id'] },
      { table: 'bio_pages', key: 'domain_id', columns: ['id', 'slug'] },
    ],
  },
  pixel: { table: 'pixels', name: 'name', dependents: [{ table: 'link_pixels', key: 'pixel_id' }] },
  overlay: {
    table: 'overlays',
    name: 'name',
    dependents: [
      { table: 'overlay_responses', key: 'overlay_id' },
      { table: 'overlay_votes', key: 'overlay_id' },
      { table: 'links', key: 'interstitial_id', columns: ['id'], where: ['type', 'overlay'] },
    ],
  },
  splash: {
    table: 'splash_pages',
    name: 'name',
    dependents: [{ table: 'links', key: 'interstitial_id', columns: ['id'], where: ['type', 'splash'] }],
  },
  'utm-template': { table: 'utm_templates', name: 'name', dependents: [] },
};

/** What is deleted, and when. */
export interface Trashed {
  noun: TrashNoun;
  owner: number;
  ids: number[];
  now: number;
}

const IDS_AT_ONCE = 500;

/** Reads the dependent rows of many items by one statement, by item. */
async function readDependents(
  tx: Db,
  { table, key, columns, where }: DependentRows,
  ids: number[],
): Promise<Map<number, StoredRow[]>> {
  const selected = columns ? sql.join([...columns, key].map((column) => sql.ref(column))) : sql`*`;
  const condition = where ? sql`and ${sql.ref(where[0])} = ${where[1]}` : sql``;
  const { rows } = await sql<StoredRow>`
    select ${selected} from ${sql.table(table)} where ${sql.ref(key)} in (${sql.join(ids)}) ${condition}`.execute(tx);
  return Map.groupBy(rows, (row) => Number(row[key]));
}

/** Locks rows of the owner until the transaction ends, so that what is kept is the last state of them, and reads them. */
async function lockRows(tx: Db, table: OwnedTable, owner: number, ids: number[]): Promise<StoredRow[]> {
  const { rows } = await sql<StoredRow>`
    update ${sql.table(table)} set user_id = user_id where user_id = ${owner} and id in (${sql.join(ids)})
    returning *`.execute(tx);
  return rows;
}

/**
 * Keeps rows in the trash, unless they are deleted for good, by one statement for each table and 500 rows. Must run in the
 * transaction that deletes them, before it does. Ids that the owner does not have are ignored.
 */
export async function keepInTrash(
  tx: Db,
  { noun, owner, ids, now }: Trashed,
  { isForGood, isTakenDown }: Deletion,
): Promise<void> {
  if (isForGood) return;
  const { table, name, dependents } = trashLayouts[noun];
  for (let from = 0; from < ids.length; from += IDS_AT_ONCE) {
    const some = ids.slice(from, from + IDS_AT_ONCE);
    const rows = await lockRows(tx, table, owner, some);
    if (rows.length === 0) continue;
    const found: [keyof Tables, Map<number, StoredRow[]>][] = [];
    for (const dependent of dependents) found.push([dependent.table, await readDependents(tx, dependent, some)]);
    const kept = rows.map((row) => {
      const id = Number(row.id);
      const own = found.flatMap(([other, byItem]) => (byItem.has(id) ? [[other, byItem.get(id)]] : []));
      return {
        ...{ user_id: owner, noun, item_id: id, name: String(row[name]) },
        content: writeTrashContent({ row, rows: Object.fromEntries(own) }),
        is_taken_down: isTakenDown ? 1 : 0,
        campaign_id: noun === 'url' ? (row.campaign_id as number | null) : null,
        deleted_at: now,
      };
    });
    await tx.insertInto('trash').values(kept).execute();
    await addToTally(tx, owner, 'trash', kept.length);
  }
}

/** Deletes one row of the owner, decrements the tally, and keeps the row in the trash; false if there was none. */
export async function deleteToTrash(
  tx: Db,
  noun: TrashNoun,
  { owner, id, now }: { owner: number; id: number; now: number },
  deletion: Deletion,
): Promise<boolean> {
  await keepInTrash(tx, { noun, owner, ids: [id], now }, deletion);
  return deleteOwned(tx, trashLayouts[noun].table, owner, id);
}

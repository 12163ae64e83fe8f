import type { Selectable, SelectQueryBuilder } from 'kysely';
import { offsetOf, type Page, type PageRequest } from '../../core/paging.ts';
import type { Db } from '../../db/db.ts';
import { containsWords, searchWords } from '../../db/search.ts';
import { addToTally, readTally } from '../../db/tally.ts';
import type { Tables } from '../../tables.ts';
import type { ChannelFilters } from './channel.contract.ts';
import type { ChannelTable } from './channel.table.ts';
import type { Channel } from './channel.ts';

const NOUN = 'channels';

/** The columns of a channel that a change writes. */
export type ChannelRecord = Omit<Channel, 'id' | 'items'>;

function toChannel({ id, name, description, color, is_starred, items }: Selectable<ChannelTable>): Channel {
  return { id, name, description, color, isStarred: is_starred === 1, items };
}

function toRow({ name, description, color, isStarred }: ChannelRecord) {
  return {
    name,
    description,
    color,
    is_starred: isStarred ? 1 : 0,
    search_words: searchWords(name, description),
  };
}

function selectMatching(
  db: Db,
  owner: number,
  { q, starred }: ChannelFilters,
): SelectQueryBuilder<Tables, 'channels', object> {
  let query = db.selectFrom('channels').where('user_id', '=', owner);
  if (starred !== undefined) query = query.where('is_starred', '=', starred ? 1 : 0);
  if (q) query = query.where(containsWords('search_words', q));
  return query;
}

async function countMatching(db: Db, owner: number, filters: ChannelFilters): Promise<number> {
  const count = selectMatching(db, owner, filters).select((eb) => eb.fn.countAll<number>().as('total'));
  return (await count.executeTakeFirstOrThrow()).total;
}

/** One page of the owner's channels, newest first. */
export async function listChannels(
  db: Db,
  owner: number,
  request: PageRequest,
  filters: ChannelFilters,
): Promise<Page<Channel>> {
  const isFiltered = Boolean(filters.q) || filters.starred !== undefined;
  const total = isFiltered ? await countMatching(db, owner, filters) : await readTally(db, owner, NOUN);
  if (offsetOf(request) >= total) return { ...request, total, rows: [] };
  const rows = await selectMatching(db, owner, filters)
    .selectAll()
    .orderBy('id', 'desc')
    .limit(request.limit)
    .offset(offsetOf(request))
    .execute();
  return { ...request, total, rows: rows.map(toChannel) };
}

export async function findChannel(db: Db, owner: number, id: number): Promise<Channel | undefined> {
  const row = await db
    .selectFrom('channels')
    .selectAll()
    .where('user_id', '=', owner)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toChannel(row);
}

export async function insertChannel(tx: Db, owner: number, channel: ChannelRecord, now: number): Promise<number> {
  const { id } = await tx
    .insertInto('channels')
    .values({ ...toRow(channel), user_id: owner, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await addToTally(tx, owner, NOUN, 1);
  return id;
}

export async function updateChannel(tx: Db, owner: number, id: number, channel: ChannelRecord): Promise<void> {
  await tx.updateTable('channels').set(toRow(channel)).where('user_id', '=', owner).where('id', '=', id).execute();
}

/** Adds to the item count of a channel of the owner, which also locks the channel; false if there is none. */
export async function addToCount(tx: Db, owner: number, id: number, difference: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('channels')
    .set((eb) => ({ items: eb('items', '+', difference) }))
    .where('user_id', '=', owner)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

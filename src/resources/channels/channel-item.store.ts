import type { OwnerScope } from '../../core/owner-scope.ts';
import { offsetOf, type PageRequest } from '../../core/paging.ts';
import type { Db } from '../../db/db.ts';
import { prepareStatement } from '../../db/row-statement.ts';
import { addToCount } from './channel.store.ts';
import type { ItemKind, ItemName } from './channel.ts';

/** One page of the items in a channel of the owner, by the creation dates of the items, newest first. */
export async function listItems(
  db: Db,
  owner: number,
  channel: number,
  request: PageRequest,
): Promise<(ItemName & { createdAt: number })[]> {
  return db
    .selectFrom('channel_items')
    .select(['kind', 'item_id as id', 'item_created_at as createdAt'])
    .where('channel_id', '=', channel)
    .where('user_id', '=', owner)
    .orderBy('item_created_at', 'desc')
    .orderBy('item_id', 'desc')
    .orderBy('kind', 'desc')
    .limit(request.limit)
    .offset(offsetOf(request))
    .execute();
}

/** The names of the channels that contain these items, by item, in alphabetical order. */
export async function findChannelNames(db: Db, kind: ItemKind, ids: number[]): Promise<Map<number, string[]>> {
  const rows = await db
    .selectFrom('channel_items')
    .innerJoin('channels', 'channels.id', 'channel_items.channel_id')
    .select(['item_id', 'name'])
    .where('kind', '=', kind)
    .where('item_id', 'in', ids)
    .orderBy('name')
    .execute();
  const names = new Map<number, string[]>();
  for (const { item_id, name } of rows) names.set(item_id, [...(names.get(item_id) ?? []), name]);
  return names;
}

/** The ids of the channels that contain these items, by item. */
export async function findChannelIds(db: Db, kind: ItemKind, items: number[]): Promise<Map<number, number[]>> {
  const rows = await db
    .selectFrom('channel_items')
    .select(['item_id', 'channel_id'])
    .where('kind', '=', kind)
    .where('item_id', 'in', items)
    .orderBy('channel_id')
    .execute();
  const ids = new Map<number, number[]>();
  for (const { item_id, channel_id } of rows) ids.set(item_id, [...(ids.get(item_id) ?? []), channel_id]);
  return ids;
}

// Always lock the row in `channels` before the row in `channel_items`, so that two transactions cannot deadlock.

/** Adds an item to a channel, at most once; false if the channel does not exist. */
export async function insertItem(
  tx: Db,
  owner: number,
  channel: number,
  { kind, id, createdAt }: ItemName & { createdAt: number },
): Promise<boolean> {
  if (!(await addToCount(tx, owner, channel, 1))) return false;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('channel_items')
    .values({ channel_id: channel, user_id: owner, kind, item_id: id, item_created_at: createdAt })
    .onConflict((conflict) => conflict.columns(['channel_id', 'kind', 'item_id']).doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) await addToCount(tx, owner, channel, -1);
  return true;
}

/** Removes an item from one channel; false if it was not in it. */
export async function deleteItem(tx: Db, owner: number, channel: number, { kind, id }: ItemName): Promise<boolean> {
  if (!(await addToCount(tx, owner, channel, -1))) return false;
  const { numDeletedRows } = await tx
    .deleteFrom('channel_items')
    .where('channel_id', '=', channel)
    .where('user_id', '=', owner)
    .where('kind', '=', kind)
    .where('item_id', '=', id)
    .executeTakeFirst();
  if (numDeletedRows !== 1n) await addToCount(tx, owner, channel, 1);
  return numDeletedRows === 1n;
}

/** Removes an item from every channel, or from all except one. */
export async function deleteFromAll(tx: Db, item: ItemName, except: number[] = []): Promise<void> {
  const rows = await tx
    .selectFrom('channel_items')
    .select(['channel_id', 'user_id'])
    .where('kind', '=', item.kind)
    .where('item_id', '=', item.id)
    .orderBy('channel_id')
    .execute();
  for (const { channel_id, user_id } of rows)
    if (!except.includes(channel_id)) await deleteItem(tx, user_id, channel_id, item);
}

/** Removes many items of one kind from every channel. The items must be locked, so that none is added meanwhile. */
export async function deleteAllFromAll(tx: Db, kind: ItemKind, ids: number[]): Promise<void> {
  const channels = await tx
    .selectFrom('channel_items')
    .select(['channel_id', 'user_id'])
    .distinct()
    .where('kind', '=', kind)
    .where('item_id', 'in', ids)
    .orderBy('channel_id')
    .execute();
  if (channels.length === 0) return;
  for (const { channel_id, user_id } of channels) await addToCount(tx, user_id, channel_id, 0);
  const deleted = await tx
    .deleteFrom('channel_items')
    .where('kind', '=', kind)
    .where('item_id', 'in', ids)
    .returning(['channel_id', 'user_id'])
    .execute();
  for (const [channel, rows] of Map.groupBy(deleted, ({ channel_id }) => channel_id))
    await addToCount(tx, rows[0]?.user_id ?? 0, channel, -rows.length);
}

const findChannelsOf = prepareStatement<{ channel_id: number }>(
  'select channel_id from channel_items where kind = ? and item_id = ? order by channel_id',
);

/** The channels that contain an item, oldest first. */
export async function listChannelsOf(db: Db, { kind, id }: ItemName): Promise<number[]> {
  return (await findChannelsOf(db, [kind, id])).map(({ channel_id }) => channel_id);
}

/** A subquery for the ids of the items of one kind in a channel. */
export function selectIds(db: Db, scope: OwnerScope, channel: number, kind: ItemKind) {
  return db
    .selectFrom('channel_items')
    .select('item_id')
    .where('channel_id', '=', channel)
    .$if(scope !== 'everyone', (query) => query.where('user_id', '=', Number(scope)))
    .where('kind', '=', kind);
}

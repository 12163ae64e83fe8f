import { type Selectable, sql } from 'kysely';
import type { OwnerScope } from '../../core/owner-scope.ts';
import { offsetOf, type Page, type PageRequest } from '../../core/paging.ts';
import type { TrashNoun } from '../../core/trash.ts';
import type { Db } from '../../db/db.ts';
import { addToTally, readTally } from '../../db/tally.ts';
import type { TrashTable } from '../../db/trash.table.ts';
import { readTrashContent, type TrashContent } from '../../db/trash-content.ts';
import type { TrashItem } from './trash.ts';

const COLUMNS = ['id', 'user_id', 'noun', 'item_id', 'name', 'is_taken_down', 'deleted_at'] as const;

/** An item that was taken out of the trash. */
export interface TakenItem extends TrashItem {
  content: TrashContent;
  lateVisits: number;
}

function toItem(row: Pick<Selectable<TrashTable>, (typeof COLUMNS)[number]>): TrashItem {
  return {
    id: row.id,
    userId: row.user_id,
    noun: row.noun,
    itemId: row.item_id,
    name: row.name,
    isTakenDown: row.is_taken_down === 1,
    deletedAt: row.deleted_at,
  };
}

/** One page of the trash, newest first; `nouns` are those that the caller may see, undefined for all. */
export async function listTrash(
  db: Db,
  scope: OwnerScope,
  request: PageRequest,
  nouns: TrashNoun[] | undefined,
): Promise<Page<TrashItem>> {
  const found = db
    .selectFrom('trash')
    .$if(scope !== 'everyone', (query) => query.where('user_id', '=', Number(scope)))
    .$if(nouns !== undefined, (query) => query.where('noun', 'in', nouns ?? []));
  const counted = nouns && (await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow());
  const total = counted ? counted.total : await readTally(db, scope, 'trash');
  if (offsetOf(request) >= total) return { ...request, total, rows: [] };
  const rows = await found
    .select(COLUMNS)
    .orderBy('id', 'desc')
    .limit(request.limit)
    .offset(offsetOf(request))
    .execute();
  return { ...request, total, rows: rows.map(toItem) };
}

/** Something in the trash of one owner, or of anybody. */
export async function findTrashItem(db: Db, scope: OwnerScope, id: number): Promise<TrashItem | undefined> {
  const row = await db
    .selectFrom('trash')
    .select(COLUMNS)
    .where('id', '=', id)
    .$if(scope !== 'everyone', (query) => query.where('user_id', '=', Number(scope)))
    .executeTakeFirst();
  return row && toItem(row);
}

/** Takes something out of the trash of its owner, with its rows; undefined if it was restored or erased meanwhile. */
export async function takeTrashItem(tx: Db, owner: number, id: number): Promise<TakenItem | undefined> {
  const row = await tx
    .deleteFrom('trash')
    .where('user_id', '=', owner)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  if (!row) return undefined;
  await addToTally(tx, owner, 'trash', -1);
  return { ...toItem(row), content: readTrashContent(row.content), lateVisits: row.late_visits };
}

/** An item that is permanently deleted. */
export interface ErasedItem {
  noun: TrashNoun;
  itemId: number;
  userId: number;
  /** The blocks of a bio page, which have statistics of their own. */
  blockIds: number[];
}

/** Which part of the trash to delete: one item of an owner, everything of an owner, or everything deleted before a time. */
export type ErasedPart = { owner: number; id?: number } | { deletedBefore: number };

function selectPart(tx: Db, part: ErasedPart) {
  const all = tx.selectFrom('trash').select('id');
  if ('deletedBefore' in part) return all.where('deleted_at', '<', part.deletedBefore).orderBy('deleted_at');
  const own = all.where('user_id', '=', part.owner);
  return part.id === undefined ? own.orderBy('id') : own.where('id', '=', part.id);
}

/** Deletes up to `limit` rows of the trash; returns what they were. */
export async function eraseTrash(tx: Db, part: ErasedPart, limit: number): Promise<ErasedItem[]> {
  const ids = (await selectPart(tx, part).limit(limit).execute()).map(({ id }) => id);
  if (ids.length === 0) return [];
  const rows = await tx
    .deleteFrom('trash')
    .where('id', 'in', ids)
    .returning((eb) => [
      ...(['noun', 'item_id', 'user_id'] as const),
      eb.case().when('noun', '=', 'bio').then(eb.ref('content')).else(sql<null>`null`).end().as('content'),
    ])
    .execute();
  for (const [owner, { length }] of Map.groupBy(rows, ({ user_id }) => user_id))
    await addToTally(tx, owner, 'trash', -length);
  return rows.map(({ noun, item_id, user_id, content }) => {
    const blocks = content === null ? [] : (readTrashContent(content).rows.bio_blocks ?? []);
    return { noun, itemId: item_id, userId: user_id, blockIds: blocks.map(({ id }) => Number(id)) };
  });
}

/** Whether the account of an owner is disabled. */
export async function isOwnerDisabled(tx: Db, owner: number): Promise<boolean> {
  const row = await tx.selectFrom('users').select('is_disabled').where('id', '=', owner).executeTakeFirst();
  return row?.is_disabled === 1;
}

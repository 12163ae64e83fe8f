import { offsetOf, type PageRequest } from '../../core/paging.ts';
import type { Db } from '../../db/db.ts';

/** What a visitor submitted through an overlay. */
export interface OverlayResponse {
  id: number;
  linkId: number;
  fields: Record<string, string>;
  createdAt: number;
}

/** A response before it is stored. */
export interface NewResponse {
  overlayId: number;
  linkId: number;
  fields: Record<string, string>;
  /** For a poll: the keyed hash that allows one answer per voter and day; otherwise null. */
  visitor: string | null;
}

const COLUMNS = ['id', 'link_id', 'fields', 'created_at'] as const;

function selectResponses(db: Db, overlayId: number) {
  const query = db.selectFrom('overlay_responses').select(COLUMNS).where('overlay_id', '=', overlayId);
  return query.orderBy('id', 'desc');
}

type Row = Awaited<ReturnType<ReturnType<typeof selectResponses>['executeTakeFirstOrThrow']>>;

function toResponse({ id, link_id, fields, created_at }: Row): OverlayResponse {
  return { id, linkId: link_id, fields: JSON.parse(fields) as Record<string, string>, createdAt: created_at };
}

/** One page of the responses to an overlay, newest first. */
export async function listResponses(db: Db, overlayId: number, request: PageRequest): Promise<OverlayResponse[]> {
  const rows = await selectResponses(db, overlayId).limit(request.limit).offset(offsetOf(request)).execute();
  return rows.map(toResponse);
}

/** The next older responses: those with smaller ids, newest first. */
export async function readResponsesBefore(
  db: Db,
  overlayId: number,
  before: number,
  limit: number,
): Promise<OverlayResponse[]> {
  const rows = await selectResponses(db, overlayId).where('id', '<', before).limit(limit).execute();
  return rows.map(toResponse);
}

/** Adds to the response count of an overlay; false if the overlay no longer exists. */
export async function addToResponses(tx: Db, overlayId: number, difference: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('overlays')
    .set((eb) => ({ responses: eb('responses', '+', difference) }))
    .where('id', '=', overlayId)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function findOverlayOwner(db: Db, overlayId: number): Promise<number | undefined> {
  const row = await db.selectFrom('overlays').select('user_id').where('id', '=', overlayId).executeTakeFirst();
  return row?.user_id;
}

/** Stores a response; false if this voter has already answered. */
export async function insertResponse(tx: Db, response: NewResponse, now: number): Promise<boolean> {
  const { overlayId, linkId, fields, visitor } = response;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('overlay_responses')
    .values({
      overlay_id: overlayId,
      link_id: linkId,
      fields: JSON.stringify(fields),
      visitor,
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Deletes one response and returns its values; undefined if there is none. */
export async function deleteResponse(
  tx: Db,
  overlayId: number,
  id: number,
): Promise<Record<string, string> | undefined> {
  const row = await tx
    .deleteFrom('overlay_responses')
    .where('overlay_id', '=', overlayId)
    .where('id', '=', id)
    .returning('fields')
    .executeTakeFirst();
  return row && (JSON.parse(row.fields) as Record<string, string>);
}

/** Deletes all responses to an overlay and returns how many there were. */
export async function deleteResponses(tx: Db, overlayId: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('overlay_responses')
    .where('overlay_id', '=', overlayId)
    .executeTakeFirst();
  await tx.deleteFrom('overlay_votes').where('overlay_id', '=', overlayId).execute();
  return Number(numDeletedRows);
}

/** Adds to the votes of an answer to a poll. */
export async function addVotes(tx: Db, overlayId: number, answer: string, difference: number): Promise<void> {
  await tx
    .insertInto('overlay_votes')
    .values({ overlay_id: overlayId, answer, votes: difference })
    .onConflict((conflict) =>
      conflict
        .columns(['overlay_id', 'answer'])
        .doUpdateSet((eb) => ({ votes: eb('overlay_votes.votes', '+', difference) })),
    )
    .execute();
}

/** The votes of a poll by answer; an answer that was never chosen is missing. */
export async function readVotes(db: Db, overlayId: number): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('overlay_votes')
    .select(['answer', 'votes'])
    .where('overlay_id', '=', overlayId)
    .orderBy('answer')
    .execute();
  return new Map(rows.map(({ answer, votes }) => [answer, votes]));
}

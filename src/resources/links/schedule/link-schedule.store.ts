import type { Selectable } from 'kysely';
import type { ApiMessage } from '../../../core/api-messages.ts';
import { offsetOf, type Page, type PageRequest } from '../../../core/paging.ts';
import type { Db } from '../../../db/db.ts';
import { prepareStatement } from '../../../db/row-statement.ts';
import type { ScheduledChangeTable } from './link-schedule.table.ts';
import type { ScheduledChange } from './link-schedule.ts';

/** The columns of a new scheduled change. */
export type ScheduledChangeRecord = Omit<ScheduledChange, 'id' | 'failure'>;

/** A change that is due, with the owner of its link. */
export interface DueChange extends ScheduledChange {
  owner: number;
  /** Null if the account was deleted. */
  authorName: string | null;
}

function toScheduledChange(row: Selectable<ScheduledChangeTable>): ScheduledChange {
  return {
    id: row.id,
    linkId: row.link_id,
    authorId: row.author_id,
    dueAt: row.due_at,
    change: JSON.parse(row.change) as Record<string, unknown>,
    passwordHash: row.password_hash,
    failure: row.failure === null ? null : (JSON.parse(row.failure) as ApiMessage),
    createdAt: row.created_at,
  };
}

/** How many changes of a link wait or have failed. */
export async function countScheduled(db: Db, linkId: number): Promise<number> {
  const { total } = await db
    .selectFrom('scheduled_changes')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('link_id', '=', linkId)
    .executeTakeFirstOrThrow();
  return total;
}

/** One page of the changes of a link, the next one first. The caller checks that the owner has the link. */
export async function listScheduledChanges(
  db: Db,
  linkId: number,
  request: PageRequest,
): Promise<Page<ScheduledChange>> {
  const rows = await db
    .selectFrom('scheduled_changes')
    .selectAll()
    .where('link_id', '=', linkId)
    .orderBy('due_at')
    .orderBy('id')
    .limit(request.limit)
    .offset(offsetOf(request))
    .execute();
  return { ...request, total: await countScheduled(db, linkId), rows: rows.map(toScheduledChange) };
}

export async function insertScheduled(tx: Db, record: ScheduledChangeRecord): Promise<number> {
  const { linkId, authorId, dueAt, change, passwordHash, createdAt } = record;
  const { id } = await tx
    .insertInto('scheduled_changes')
    .values({
      link_id: linkId,
      author_id: authorId,
      due_at: dueAt,
      change: JSON.stringify(change),
      password_hash: passwordHash,
      failure: null,
      created_at: createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Deletes a change of a link; undefined if there is none. */
export async function deleteScheduled(tx: Db, linkId: number, id: number): Promise<ScheduledChange | undefined> {
  const row = await tx
    .deleteFrom('scheduled_changes')
    .where('link_id', '=', linkId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  return row && toScheduledChange(row);
}

/** Deletes a waiting change in the transaction that applies it; false if it was applied, canceled or failed meanwhile. */
export async function claimScheduled(tx: Db, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('scheduled_changes')
    .where('id', '=', id)
    .where('failure', 'is', null)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** Stores why a waiting change could not be applied; false if it was applied, canceled or failed meanwhile. */
export async function failScheduled(tx: Db, id: number, failure: ApiMessage): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('scheduled_changes')
    .set({ failure: JSON.stringify(failure) })
    .where('id', '=', id)
    .where('failure', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** The waiting changes that are due at this time, in the order in which they are applied. */
export async function findDue(db: Db, now: number, limit: number): Promise<DueChange[]> {
  const rows = await db
    .selectFrom('scheduled_changes')
    .innerJoin('links', 'links.id', 'scheduled_changes.link_id')
    .leftJoin('users', 'users.id', 'scheduled_changes.author_id')
    .selectAll('scheduled_changes')
    .select(['links.user_id as owner', 'users.username as authorName'])
    .where('failure', 'is', null)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('scheduled_changes.id')
    .limit(limit)
    .execute();
  return rows.map(({ owner, authorName, ...row }) => ({ ...toScheduledChange(row), owner, authorName }));
}

const findFirstDue = prepareStatement<{ due_at: number }>(
  'select due_at from scheduled_changes where failure is null order by due_at, id limit 1',
);

/** The time of the next waiting change. */
export async function findNextDue(db: Db): Promise<number | undefined> {
  const [row] = await findFirstDue(db, []);
  return row?.due_at;
}

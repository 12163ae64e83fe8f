import { sql } from 'kysely';
import type { AuditedFields, AuditNoun } from '../core/audit.ts';
import type { Failure } from '../core/errors.ts';
import type { Principal } from '../core/principal.ts';
import {
  changeDisabledBy,
  type DisabledBy,
  type PublishedStatus,
  publishedStatusOf,
  type StatusChanger,
} from '../core/take-down.ts';
import type { Db } from './db.ts';
import { recordUpdate } from './record-change.ts';

/** The tables whose rows visitors see. */
export const publishedTables = ['links', 'bio_pages', 'qr_codes', 'overlays', 'splash_pages'] as const;
export type PublishedTable = (typeof publishedTables)[number];

/** Finds the owner of a row that a caller may change: the workspace of the caller, or any for an administrator, for whom it throws if there is no row. */
export type FindOwner = (caller: Principal, id: number) => Promise<number>;

/** Runs no query for other callers: the caller's workspace is the owner then, so another user's row is not found. */
export function createFindOwner(db: Db, table: PublishedTable, notFound: Failure): FindOwner {
  return async ({ workspaceId, isAdmin }, id) => {
    if (!isAdmin) return workspaceId;
    const row = await db.selectFrom(table).select('user_id').where('id', '=', id).executeTakeFirst();
    if (!row) throw notFound();
    return row.user_id;
  };
}

/** The assignments that store who disabled a row. Links also have a column `status`, which their indexes use. */
function assign(table: PublishedTable, disabledBy: DisabledBy | null) {
  const status = disabledBy === null ? 'active' : 'disabled';
  return table === 'links' ? sql`disabled_by = ${disabledBy}, status = ${status}` : sql`disabled_by = ${disabledBy}`;
}

/** Whether a row is active. A link that was disabled before `disabled_by` existed has only its status. */
function isActive(table: PublishedTable) {
  return table === 'links' ? sql`status = 'active'` : sql`disabled_by is null`;
}

const nounOf: Record<PublishedTable, AuditNoun> = {
  links: 'url',
  bio_pages: 'bio',
  qr_codes: 'qr',
  overlays: 'overlay',
  splash_pages: 'splash',
};

/** The status of a row in the audit log. Who disabled it is a field of its own, unless it was the owner. */
export function auditedStatus(disabledBy: DisabledBy | null): AuditedFields {
  return { status: publishedStatusOf(disabledBy), disabled_by: disabledBy === 'owner' ? null : disabledBy };
}

/** Changes the status of a row inside a transaction; false if the owner has no such row. */
export async function changeStatus(
  tx: Db,
  table: PublishedTable,
  { owner, id }: { owner: number; id: number },
  status: PublishedStatus,
  by: StatusChanger,
): Promise<boolean> {
  // The update locks the row, so that it cannot change between reading and writing.
  const { rows } = await sql<{ disabled_by: DisabledBy | null }>`
    update ${sql.table(table)} set user_id = user_id where user_id = ${owner} and id = ${id}
    returning disabled_by`.execute(tx);
  const [row] = rows;
  if (!row) return false;
  const after = changeDisabledBy(row.disabled_by, status, by);
  await sql`update ${sql.table(table)} set ${assign(table, after)} where user_id = ${owner} and id = ${id}`.execute(tx);
  const subject = { workspace: owner, noun: nounOf[table], id };
  await recordUpdate(tx, subject, auditedStatus(row.disabled_by), auditedStatus(after));
  return true;
}

/** One bounded step over a user's rows. */
export interface TakeDownStep {
  /** The rows that changed. */
  changed: number[];
  /** Where the next step begins; undefined after the last row. */
  next: number | undefined;
}

/** Disables a user's active rows together with the account, or enables them again; processes `limit` rows after `after`. */
export async function changeWithAccount(
  tx: Db,
  table: PublishedTable,
  owner: number,
  { content, after, limit }: { content: 'disable' | 'enable'; after: number; limit: number },
): Promise<TakeDownStep> {
  const seen = await tx
    .selectFrom(table)
    .select('id')
    .where('user_id', '=', owner)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  const last = seen.at(-1)?.id;
  if (last === undefined) return { changed: [], next: undefined };
  const isDisabling = content === 'disable';
  const isMeant = isDisabling ? isActive(table) : sql`disabled_by = 'account'`;
  const { rows } = await sql<{ id: number }>`
    update ${sql.table(table)} set ${assign(table, isDisabling ? 'account' : null)}
    where user_id = ${owner} and id > ${after} and id <= ${last} and ${isMeant}
    returning id`.execute(tx);
  return { changed: rows.map(({ id }) => id), next: seen.length < limit ? undefined : last };
}

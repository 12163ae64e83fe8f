import type { AuditRow } from '../../core/audit.ts';
import { selectAudit, toAuditRow } from '../../db/audit.store.ts';
import type { Db } from '../../db/db.ts';
import type { AuditCursor, AuditFilters } from './audit.contract.ts';

const SECOND_MS = 1_000;

/** The newest rows of a workspace, or of the whole server, that match the filters. */
export async function listAudit(
  db: Db,
  workspace: number | 'server',
  { noun, id, actor, action, from, to }: AuditFilters,
  { cursor, limit }: { cursor: AuditCursor | undefined; limit: number },
): Promise<AuditRow[]> {
  let query = selectAudit(db);
  if (workspace !== 'server') query = query.where('audit.workspace_id', '=', workspace);
  if (noun !== undefined) query = query.where('noun', '=', noun);
  if (id !== undefined) query = query.where('noun_id', '=', id);
  if (actor !== undefined) query = query.where('actor_user', '=', actor);
  if (action !== undefined) query = query.where('action', '=', action);
  if (from !== undefined) query = query.where('at', '>=', from);
  if (to !== undefined) query = query.where('at', '<', to + SECOND_MS);
  if (cursor) {
    query = query.where((eb) => eb(eb.refTuple('at', 'audit.id'), '<', eb.tuple(cursor.at, cursor.id)));
  }
  const rows = await query.orderBy('at', 'desc').orderBy('audit.id', 'desc').limit(limit).execute();
  return rows.map(toAuditRow);
}

/** A batch of all rows of the server in the order of their ids, for the export. */
export async function readAuditAfter(db: Db, id: number, limit: number): Promise<AuditRow[]> {
  const rows = await selectAudit(db).where('audit.id', '>', id).orderBy('audit.id').limit(limit).execute();
  return rows.map(toAuditRow);
}

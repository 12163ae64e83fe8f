import type { Selectable } from 'kysely';
import type { AuditRow, FieldChanges } from '../core/audit.ts';
import type { AuditTable } from './audit.table.ts';
import type { Db } from './db.ts';

const ROWS_AT_ONCE = 500;

/** The rows that outlive a workspace: they say who deleted it. */
const LASTING_NOUNS = ['user', 'account', 'workspace'] as const;

/**
 * Deletes some rows about the content of a workspace that ends, or gives them to the workspace that gets its content. Returns how
 * many rows changed; call it until there are none.
 */
export async function endAudit(tx: Db, workspaceId: number, heirId: number | null): Promise<number> {
  const some = tx
    .selectFrom('audit')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('noun', 'not in', LASTING_NOUNS)
    .limit(ROWS_AT_ONCE);
  if (heirId === null) {
    const { numDeletedRows } = await tx.deleteFrom('audit').where('id', 'in', some).executeTakeFirst();
    return Number(numDeletedRows);
  }
  const given = tx.updateTable('audit').set({ workspace_id: heirId }).where('id', 'in', some);
  return Number((await given.executeTakeFirst()).numUpdatedRows);
}

/** Deletes some of the rows before a time; returns how many. */
export async function deleteOldAudit(db: Db, before: number, limit: number): Promise<number> {
  const old = db.selectFrom('audit').select('id').where('at', '<', before).orderBy('at').limit(limit);
  const { numDeletedRows } = await db.deleteFrom('audit').where('id', 'in', old).executeTakeFirst();
  return Number(numDeletedRows);
}

/** Converts a row of the log; `username` is the present name of its user. */
export function toAuditRow(row: Selectable<AuditTable> & { username: string | null }): AuditRow {
  return {
    id: row.id,
    at: row.at,
    workspaceId: row.workspace_id,
    actor: {
      ...{ kind: row.actor_kind, user: row.actor_user, id: row.actor_id, name: row.actor_name },
      username: row.username,
    },
    address: row.address,
    requestId: row.request_id,
    noun: row.noun,
    nounId: row.noun_id,
    version: row.version,
    action: row.action,
    changes: JSON.parse(row.changes) as FieldChanges,
  };
}

/** The rows of the log with the names of their users. */
export function selectAudit(db: Db) {
  return db
    .selectFrom('audit')
    .leftJoin('users', 'users.id', 'audit.actor_user')
    .selectAll('audit')
    .select('users.username');
}

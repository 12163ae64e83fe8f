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

import type { AuditRow } from '../../../core/audit.ts';
import { selectAudit, toAuditRow } from '../../../db/audit.store.ts';
import type { Db } from '../../../db/db.ts';

/** The changes that made a version of the link, newest first. */
function selectVersions(db: Db, linkId: number) {
  return selectAudit(db)
    .where('noun', '=', 'url')
    .where('noun_id', '=', linkId)
    .where('version', 'is not', null)
    .orderBy('audit.id', 'desc');
}

export async function listVersions(
  db: Db,
  linkId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<AuditRow[]> {
  const rows = await selectVersions(db, linkId).limit(limit).offset(offset).execute();
  return rows.map(toAuditRow);
}

/** All changes after a version, newest first. */
export async function listVersionsAfter(db: Db, linkId: number, version: number): Promise<AuditRow[]> {
  const rows = await selectVersions(db, linkId).where('version', '>', version).execute();
  return rows.map(toAuditRow);
}

/** The present version of a link, and the oldest one that was recorded; undefined if the link was deleted meanwhile. */
export async function findVersionRange(
  db: Db,
  linkId: number,
): Promise<{ current: number; oldest: number | null } | undefined> {
  const link = await db.selectFrom('links').select('version').where('id', '=', linkId).executeTakeFirst();
  if (!link) return undefined;
  const oldest = await db
    .selectFrom('audit')
    .select('version')
    .where('noun', '=', 'url')
    .where('noun_id', '=', linkId)
    .where('version', 'is not', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return { current: link.version, oldest: oldest?.version ?? null };
}

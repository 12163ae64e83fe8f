import type { Db } from '../../db/db.ts';
import type { WellKnownChange } from './well-known.contract.ts';
import { NO_WELL_KNOWN_FILES, type WellKnownFiles, wellKnownNames } from './well-known.ts';

/** The files of a domain; 0 is the main host. */
export async function findWellKnownFiles(db: Db, domainId: number): Promise<WellKnownFiles> {
  const rows = await db
    .selectFrom('well_known_files')
    .select(['name', 'content'])
    .where('domain_id', '=', domainId)
    .execute();
  return { ...NO_WELL_KNOWN_FILES, ...Object.fromEntries(rows.map(({ name, content }) => [name, content])) };
}

/** Stores and removes the files that a change names. */
export async function saveWellKnownFiles(tx: Db, domainId: number, change: WellKnownChange): Promise<void> {
  for (const name of wellKnownNames) {
    const content = change[name];
    if (content === null) {
      await tx.deleteFrom('well_known_files').where('domain_id', '=', domainId).where('name', '=', name).execute();
    } else if (content !== undefined) {
      await tx
        .insertInto('well_known_files')
        .values({ domain_id: domainId, name, content })
        .onConflict((conflict) => conflict.columns(['domain_id', 'name']).doUpdateSet({ content }))
        .execute();
    }
  }
}

/** Removes the files of a domain that is deleted. */
export async function deleteWellKnownFiles(tx: Db, domainId: number): Promise<void> {
  await tx.deleteFrom('well_known_files').where('domain_id', '=', domainId).execute();
}

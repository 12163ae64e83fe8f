import type { Db } from '../../db/db.ts';
import { addToTally } from '../../db/tally.ts';

/** A tag with a color. */
export interface SavedTag {
  id: number;
  name: string;
  color: string;
}

/** All saved tags of an owner, oldest first. */
export async function listSavedTags(db: Db, owner: number): Promise<SavedTag[]> {
  return db
    .selectFrom('saved_tags')
    .select(['id', 'name', 'color'])
    .where('user_id', '=', owner)
    .orderBy('id')
    .execute();
}

export async function insertSavedTag(
  tx: Db,
  owner: number,
  { name, color, createdAt }: { name: string; color: string; createdAt: number },
): Promise<number> {
  const row = await tx
    .insertInto('saved_tags')
    .values({ user_id: owner, name, color, created_at: createdAt })
    .returning('id')
    .executeTakeFirstOrThrow();
  await addToTally(tx, owner, 'saved_tags', 1);
  return row.id;
}

export async function updateSavedTag(tx: Db, owner: number, { id, name, color }: SavedTag): Promise<void> {
  await tx.updateTable('saved_tags').set({ name, color }).where('user_id', '=', owner).where('id', '=', id).execute();
}

/** Deletes every saved tag of this name. */
export async function deleteSavedTags(tx: Db, owner: number, name: string): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('saved_tags')
    .where('user_id', '=', owner)
    .where('name', '=', name)
    .executeTakeFirst();
  if (numDeletedRows > 0n) await addToTally(tx, owner, 'saved_tags', -Number(numDeletedRows));
}

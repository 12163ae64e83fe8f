import type { Db } from '../db/db.ts';
import { isShared } from '../db/row-statement.ts';
import type { CountedSubject } from './open-subjects.ts';

const IDS_AT_ONCE = 500;

async function findIds(tx: Db, table: 'users' | 'campaigns', ids: number[]): Promise<Set<number>> {
  const found = new Set<number>();
  for (let from = 0; from < ids.length; from += IDS_AT_ONCE) {
    const batch = ids.slice(from, from + IDS_AT_ONCE);
    const query = tx.selectFrom(table).select('id').where('id', 'in', batch).orderBy('id');
    // The lock prevents a row from being deleted before its counts are stored.
    for (const { id } of await (isShared(tx) ? query.forKeyShare() : query).execute()) found.add(id);
  }
  return found;
}

/** Returns the campaigns and owners that have not been deleted. */
export async function findExisting(tx: Db, groups: CountedSubject[]): Promise<CountedSubject[]> {
  const idsOf = (noun: 'user' | 'campaign') => groups.filter((group) => group.noun === noun).map(({ id }) => id);
  const users = await findIds(tx, 'users', idsOf('user'));
  const campaigns = await findIds(tx, 'campaigns', idsOf('campaign'));
  return groups.filter(({ noun, id }) => (noun === 'user' ? users : campaigns).has(id));
}

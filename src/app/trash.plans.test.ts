import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { openReadyStore } from '../../test/support/engines.ts';
import { plansOf } from '../../test/support/query-plans.ts';
import type { Database, Db } from '../db/db.ts';
import { addToTally } from '../db/tally.ts';
import { findDue, findNextDue, listScheduledChanges } from '../resources/links/schedule/link-schedule.store.ts';
import { eraseTrash, listTrash } from '../resources/trash/trash.store.ts';

const PAGE = { limit: 10, page: 1 };

describe('the trash and scheduled changes use their indexes [sqlite]', () => {
  let database: Database;

  beforeAll(async () => {
    database = await openReadyStore('sqlite');
    const user = { email: 'a', username: 'a', password_hash: '', is_admin: 0, created_at: 0 };
    await database.db.insertInto('users').values(user).execute();
    // With a tally of 0 a list runs no query.
    await addToTally(database.db, 1, 'trash', 1);
  });
  afterAll(() => database.close());

  const queries: [what: string, index: string, work: (db: Db) => Promise<unknown>][] = [
    ['the trash of an owner', 'trash_by_user', (db) => listTrash(db, 1, PAGE, undefined)],
    ['what was deleted too long ago', 'trash_by_time', (db) => eraseTrash(db, { deletedBefore: 5 }, 10)],
    ['the changes of a link', 'scheduled_changes_by_link', (db) => listScheduledChanges(db, 1, PAGE)],
    ['changes that are due', 'scheduled_changes_by_time', (db) => findDue(db, 5, 10)],
    ['the next change', 'scheduled_changes_by_time', (db) => findNextDue(db)],
  ];
  test.each(queries)('%s', async (_, index, work) => {
    const plan = await plansOf(database.db, work);
    expect(plan.join('\n')).toContain(index);
    // The next change is the first entry of its index.
    const isBad = (line: string) => (line.startsWith('SCAN') && !line.includes(index)) || line.includes('TEMP B-TREE');
    expect(plan.filter(isBad)).toEqual([]);
  });
});

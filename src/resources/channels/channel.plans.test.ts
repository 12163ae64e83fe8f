import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { openReadyStore } from '../../../test/support/engines.ts';
import { plansOf } from '../../../test/support/query-plans.ts';
import type { Database, Db } from '../../db/db.ts';
import { addToTally } from '../../db/tally.ts';
import { listQrCodes } from '../qr-codes/qr-code.store.ts';
import { listChannels } from './channel.store.ts';
import { deleteFromAll, listChannelsOf, listItems, selectIds } from './channel-item.store.ts';

const PAGE = { limit: 10, page: 1 };

describe('channel lists use their indexes [sqlite]', () => {
  let database: Database;

  beforeAll(async () => {
    database = await openReadyStore('sqlite');
    const user = { email: 'a', username: 'a', password_hash: '', is_admin: 0, created_at: 0 };
    await database.db.insertInto('users').values(user).execute();
    // With a tally of 0 a list runs no query.
    for (const noun of ['channels', 'qr_codes']) await addToTally(database.db, 1, noun, 1);
    const row = { name: '', description: '', color: '', search_words: '', created_at: 0 };
    await database.db
      .insertInto('channels')
      .values({ ...row, user_id: 1, is_starred: 1 })
      .execute();
  });
  afterAll(() => database.close());

  const lists: [what: string, index: string, work: (db: Db) => Promise<unknown>][] = [
    ['channels', 'channels_by_user', (db) => listChannels(db, 1, PAGE, {})],
    ['favorites', 'channels_by_star', (db) => listChannels(db, 1, PAGE, { starred: true })],
    ['the items of a channel', 'channel_items_by_date', (db) => listItems(db, 1, 1, PAGE)],
    ['the channels of an item', 'channel_items_by_item', (db) => listChannelsOf(db, { kind: 'qr', id: 1 })],
    ['deleting an item', 'channel_items_by_item', (db) => deleteFromAll(db, { kind: 'qr', id: 1 })],
    ['the ids in a channel', 'sqlite_autoindex_channel_items', (db) => selectIds(db, 1, 1, 'links').execute()],
    [
      'QR codes by scans',
      'qr_codes_by_scans',
      (db) => listQrCodes(db, 1, PAGE, { isByScans: true, q: undefined, ids: undefined }),
    ],
  ];
  test.each(lists)('%s', async (_, index, work) => {
    const plan = await plansOf(database.db, work);
    expect(plan.join('\n')).toContain(index);
    expect(plan.filter((line) => line.startsWith('SCAN') || line.includes('TEMP B-TREE'))).toEqual([]);
  });
});

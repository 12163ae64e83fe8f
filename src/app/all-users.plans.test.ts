import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { openReadyStore } from '../../test/support/engines.ts';
import { plansOf } from '../../test/support/query-plans.ts';
import type { Database, Db } from '../db/db.ts';
import { addToTally } from '../db/tally.ts';
import { listBioPages } from '../resources/bio/bio.store.ts';
import { listLinks, NEWEST_FIRST } from '../resources/links/link-list.store.ts';
import { listOverlays } from '../resources/overlays/overlay.store.ts';
import { listQrCodes } from '../resources/qr-codes/qr-code.store.ts';
import { listSplashPages } from '../resources/splash/splash-page.store.ts';

const PAGE = { limit: 10, page: 1 };

describe('the first page of all users’ rows reads only the rows that it shows [sqlite]', () => {
  let database: Database;

  beforeAll(async () => {
    database = await openReadyStore('sqlite');
    const user = { email: 'a', username: 'a', password_hash: '', is_admin: 0, created_at: 0 };
    await database.db.insertInto('users').values(user).execute();
    for (const noun of ['links', 'bio_pages', 'qr_codes', 'overlays', 'splash_pages'])
      await addToTally(database.db, 1, noun, 1);
  });
  afterAll(() => database.close());

  const lists: [noun: string, list: (db: Db) => Promise<unknown>][] = [
    ['links', (db) => listLinks(db, 'everyone', PAGE, { order: NEWEST_FIRST })],
    ['bio pages', (db) => listBioPages(db, 'everyone', PAGE, undefined)],
    ['QR codes', (db) => listQrCodes(db, 'everyone', PAGE, { isByScans: false, q: undefined, ids: undefined })],
    ['overlays', (db) => listOverlays(db, 'everyone', PAGE)],
    ['splash pages', (db) => listSplashPages(db, 'everyone', PAGE)],
  ];
  test.each(lists)('%s', async (_, list) => {
    const plan = await plansOf(database.db, list);
    expect(plan.join('\n')).toContain('tallies_by_noun');
    // Rows in the order of their ids need no sorting, and the limit ends the scan.
    expect(plan.filter((line) => line.includes('TEMP B-TREE'))).toEqual([]);
  });
});

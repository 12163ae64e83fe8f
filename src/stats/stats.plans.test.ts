import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { openReadyStore } from '../../test/support/engines.ts';
import { plansOf } from '../../test/support/query-plans.ts';
import type { Database, Db } from '../db/db.ts';
import { countKeptParts, readKeptParts, readPartsOf, readPartsOfDay } from '../rollups/kept-clicks.store.ts';
import { listKeptKeys, type StatsSubject } from './kept-keys.store.ts';
import { countLinks, sumUndated } from './stats.store.ts';

async function readKeys(db: Db, subject: StatsSubject): Promise<void> {
  for await (const _ of listKeptKeys(db, subject));
}

describe('statistics use indexes [sqlite]', () => {
  let database: Database;

  beforeAll(async () => {
    database = await openReadyStore('sqlite');
  });
  afterAll(() => database.close());

  const reads: [what: string, index: string, work: (db: Db) => Promise<unknown>][] = [
    ['the links of a user', 'links_by_user', (db) => readKeys(db, { noun: 'user', id: 1 })],
    ['the QR codes of a user', 'qr_codes_by_user', (db) => readKeys(db, { noun: 'user', id: 1 })],
    ['the bio pages of a user', 'bio_pages_by_user', (db) => readKeys(db, { noun: 'user', id: 1 })],
    ['the links of a campaign', 'links_by_campaign', (db) => readKeys(db, { noun: 'campaign', id: 1 })],
    ['the items of a channel', 'autoindex_channel_items', (db) => readKeys(db, { noun: 'channel', id: 1 })],
    ['undated clicks of a user', 'links_with_imported_clicks', (db) => countLinks(db, 1)],
    ['undated clicks of a campaign', 'links_by_campaign', (db) => sumUndated(db, 1)],
    ['the number of parts', 'COVERING INDEX', (db) => countKeptParts(db, [1, 2], 0, 9)],
    ['the parts of several subjects', 'subject_key=? AND day>? AND day<?', (db) => readPartsOf(db, [1, 2], 0, 9)],
    ['the newest parts', 'subject_key=? AND day>? AND day<?', (db) => readKeptParts(db, 1, 0, 9, { limit: 4 })],
    ['the parts of a day', 'part>? AND part<?', (db) => readPartsOfDay(db, 1, 0, { first: 0, end: 9 })],
  ];
  test.each(reads)('%s', async (_, index, work) => {
    const plan = await plansOf(database.db, work);
    expect(plan.join('\n')).toContain(index);
    const steps = plan.filter((line) => line !== 'SCAN CONSTANT ROW');
    expect(steps.filter((line) => line.startsWith('SCAN') || line.includes('TEMP B-TREE'))).toEqual([]);
  });
});

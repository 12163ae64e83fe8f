import { afterAll, beforeAll, expect, test } from 'bun:test';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newFolder, onEachEngine } from '../../test/support/engines.ts';
import { openTestSite, type TestSite } from '../../test/support/test-site.ts';
import { readStoreId } from '../db/store-id.ts';
import { createLog } from '../lib/log.ts';
import { FIRST_HOUR } from '../rollups/subject.ts';
import { Consumer } from './consumer.ts';
import { createSharedPosition } from './journal.ts';
import { type JournalFolder, newJournalFolder } from './journal-folder.ts';
import { SEGMENT_BYTES, segmentPath } from './segment.ts';

// The same click on link 1 in the first segment of a journal: in version 2, in a possible version 5, and with the noun 9.
const REST =
  '01000000 00000000 007a3ae4 a1010000 0c000000 3139382e 35312e31 30302e37 00000000 06000000 6375726c 2f380000' +
  '00000000 00000000 00000000';
const VERSION_2 = `40000000 70712389 02000000 ${REST}`;
const VERSION_5 = `40000000 462f97e6 05000000 ${REST}`;
const NOUN_9 = `40000000 b0bd66cb 02000900 ${REST}`;

onEachEngine('journals of clicks', (engine) => {
  let site: TestSite;
  let key: string;
  let storeId: string;
  const logLines: string[] = [];

  beforeAll(async () => {
    site = await openTestSite(engine);
    ({ key } = await site.addUser());
    storeId = await readStoreId(site.database.db);
    const { json } = await site.send('POST', '/api/url/add', { key, body: { url: 'https://example.com/' } });
    expect(json.id).toBe(1);
  });
  afterAll(() => site.close());

  /** A consumer whose own journal is empty. */
  function newConsumer(root: string): Consumer {
    return new Consumer({
      database: site.database,
      root,
      quarantineFolder: join(root, '.quarantine'),
      own: { id: 'own', path: root, writtenTo: createSharedPosition() },
      storeId,
      enrich: (records) => ({
        clicks: records.map(({ noun, id, at }) => ({ noun, id, at, kind: 'person', visitor: 1, values: {} })),
        failed: [],
      }),
      retentionDays: 30,
      auditRetentionDays: 365,
      now: () => site.clock.now,
      log: createLog('debug', (line) => logLines.push(line)),
    });
  }

  /** Leaves a journal with this record, as if its process had ended. */
  function leaveJournal(root: string, record: string): JournalFolder {
    const folder = newJournalFolder(root, storeId);
    const segment = Buffer.alloc(SEGMENT_BYTES);
    segment.set(Uint8Array.fromHex(record.replaceAll(' ', '')));
    writeFileSync(segmentPath(folder.path, 1), segment);
    folder.release();
    return folder;
  }

  async function clicksNow(): Promise<number> {
    const row = await site.database.db.selectFrom('links').select('clicks').where('id', '=', 1).executeTakeFirst();
    return row?.clicks ?? 0;
  }

  test('a record of version 2 is counted, and its journal deleted', async () => {
    const root = newFolder();
    const folder = leaveJournal(root, VERSION_2);
    const consumer = newConsumer(root);
    await consumer.adopt();
    const before = await clicksNow();
    expect(await consumer.consume()).toMatchObject({ people: 1, broken: 0, lastAt: Date.UTC(2026, 10, 16, 12) });
    expect(await consumer.consume()).toBeUndefined();
    expect(await clicksNow()).toBe(before + 1);
    expect(existsSync(folder.path)).toBe(false);
    consumer.close();
  });

  for (const [what, record] of [
    ['version', VERSION_5],
    ['noun', NOUN_9],
  ] as const) {
    test(`a journal with a ${what} that only a newer version knows is left unchanged, and does not delay other journals`, async () => {
      const root = newFolder();
      const newer = leaveJournal(root, record);
      const older = leaveJournal(root, VERSION_2);
      const consumer = newConsumer(root);
      await consumer.adopt();
      const before = await clicksNow();
      expect(await consumer.consume()).toMatchObject({ people: 1, broken: 0 });
      expect(await consumer.consume()).toBeUndefined();
      expect(await clicksNow()).toBe(before + 1);
      expect([existsSync(newer.path), existsSync(older.path)]).toEqual([true, false]);
      const stored = Buffer.from(await Bun.file(segmentPath(newer.path, 1)).arrayBuffer());
      expect(stored.subarray(0, 72).toString('hex')).toBe(record.replaceAll(' ', ''));
      expect(logLines.join()).toContain('A journal of clicks was written by a newer version of Signpost');
      consumer.close();
    });
  }

  test('clicks are not counted while their rollups have the format of a newer version', async () => {
    const root = newFolder();
    const folder = leaveJournal(root, VERSION_2);
    const consumer = newConsumer(root);
    await consumer.adopt();
    const before = await clicksNow();
    const counts = await readCounts();
    await writeCounts(new Uint8Array([250]));
    for (const _ of [1, 2, 3]) {
      await expect(consumer.consume()).rejects.toThrow('A rollup was written by a newer version of Signpost');
    }
    expect(await clicksNow()).toBe(before);
    await writeCounts(counts);
    expect(await consumer.consume()).toMatchObject({ people: 1, broken: 0 });
    expect(await clicksNow()).toBe(before + 1);
    expect(await consumer.consume()).toBeUndefined();
    expect(existsSync(folder.path)).toBe(false);
    consumer.close();
  });

  async function readCounts(): Promise<Uint8Array | null> {
    const query = site.database.db
      .selectFrom('rollups')
      .select('counts')
      .where('noun', '=', 2)
      .where('noun_id', '=', 1);
    const { counts } = await query.where('span', '=', FIRST_HOUR).executeTakeFirstOrThrow();
    return counts;
  }

  async function writeCounts(counts: Uint8Array | null): Promise<void> {
    const query = site.database.db
      .updateTable('rollups')
      .set({ counts })
      .where('noun', '=', 2)
      .where('noun_id', '=', 1);
    await query.where('span', '=', FIRST_HOUR).execute();
  }
});

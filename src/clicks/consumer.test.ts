import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { newFolder, onEachEngine } from '../../test/support/engines.ts';
import { NOON, openTestSite, type TestSite } from '../../test/support/test-site.ts';
import { readStoreId } from '../db/store-id.ts';
import { createLog } from '../lib/log.ts';
import { readTotal } from '../rollups/rollup-read.store.ts';
import type { Subject } from '../rollups/subject.ts';
import { type BatchReport, Consumer } from './consumer.ts';
import { ConsumerLoop } from './consumer-loop.ts';
import { Journal } from './journal.ts';
import { type JournalFolder, newJournalFolder } from './journal-folder.ts';

const LINKS = 250;
const KILLED = new Error('the process was killed');

onEachEngine('writing clicks', (engine) => {
  let site: TestSite;
  let user: { id: number; key: string };
  let storeId: string;

  beforeAll(async () => {
    site = await openTestSite(engine, { RATE_LIMIT: '100000' });
    user = await site.addUser();
    storeId = await readStoreId(site.database.db);
  });
  afterAll(() => site.close());

  async function add(path: string, body: object): Promise<number> {
    const { json } = await site.send('POST', path, { key: user.key, body });
    expect(json).toMatchObject({ error: 0 });
    return json.id;
  }

  async function addLinks(count: number): Promise<{ campaign: number; links: number[] }> {
    const campaign = await add('/api/campaign/add', {});
    const links: number[] = [];
    for (let number = 0; number < count; number += 1) {
      links.push(await add('/api/url/add', { url: 'https://example.com/', ...(number % 2 === 0 && { campaign }) }));
    }
    return { campaign, links };
  }

  /** Writes clicks to a journal and releases it, as if its process had ended. */
  async function leaveClicks(root: string, ids: number[]): Promise<JournalFolder> {
    const folder = newJournalFolder(root, storeId);
    const journal = await Journal.begin(folder.path, (error) => expect(error).toBeUndefined());
    const texts = { peer: '198.51.100.7', forwardedFor: '', agent: 'a', language: '', purpose: '', utm: '', route: '' };
    for (const [index, id] of ids.entries()) {
      const referrer = `https://site-${index % 7}.example/`;
      journal.append({ noun: 'link', id, at: NOON + index, isHead: false, isScan: false, ...texts, referrer });
    }
    await journal.close();
    folder.release();
    return folder;
  }

  async function newConsumer(root: string, unwritable?: number): Promise<Consumer> {
    const own = newJournalFolder(newFolder(), storeId);
    const journal = await Journal.begin(own.path, () => {});
    const consumer = new Consumer({
      database: site.database,
      root,
      quarantineFolder: join(root, '.quarantine'),
      own: { id: own.id, path: own.path, writtenTo: journal.writtenTo },
      storeId,
      enrich: (records) => ({
        clicks: records.map(({ noun, id, at, referrer }) => ({
          ...{ noun, id, kind: 'person', visitor: id, values: { referrer } },
          at: at === unwritable ? Number.NaN : at,
        })),
        failed: [],
      }),
      retentionDays: 30,
      auditRetentionDays: 365,
      now: () => NOON,
      log: createLog('debug', () => {}),
    });
    await consumer.adopt();
    return consumer;
  }

  async function clicksOf(subject: Subject): Promise<number> {
    return (await readTotal(site.database.db, subject)).clicks;
  }

  async function read(consumer: Consumer): Promise<void> {
    while (await consumer.read());
  }

  test('clicks that were partly written when a process ended are completed, whatever part was missing', async () => {
    const { campaign, links } = await addLinks(LINKS);
    const { db } = site.database;
    const before = await clicksOf({ noun: 'user', id: user.id });
    // The links get 1 to 7 clicks each.
    const ids = links.flatMap((id, index) => Array<number>(1 + (index % 7)).fill(id));
    let rounds = 0;
    for (let partsBeforeEnd = 1, isWhole = false; !isWhole; partsBeforeEnd += 1) {
      const root = newFolder();
      await leaveClicks(root, ids);
      const killed = await newConsumer(root);
      await read(killed);
      let parts = 0;
      const written = await killed
        .write(async () => {
          parts += 1;
          if (parts === partsBeforeEnd) throw KILLED;
        })
        .catch((error) => expect(error).toBe(KILLED));
      isWhole = written !== undefined;
      killed.close();
      const next = await newConsumer(root);
      while (await next.consume());
      next.close();
      rounds += 1;
      const rows = await db
        .selectFrom('links')
        .select(['id', 'clicks'])
        .where('id', 'in', links)
        .orderBy('id')
        .execute();
      expect(rows.map(({ clicks }) => clicks)).toEqual(links.map((_, index) => rounds * (1 + (index % 7))));
      expect(await clicksOf({ noun: 'link', id: links[6] ?? 0 })).toBe(rounds * 7);
      expect(await clicksOf({ noun: 'user', id: user.id })).toBe(before + rounds * ids.length);
      const inCampaign = links.reduce((sum, _, index) => sum + (index % 2 === 0 ? 1 + (index % 7) : 0), 0);
      expect(await clicksOf({ noun: 'campaign', id: campaign })).toBe(rounds * inCampaign);
    }
    expect(rounds).toBeGreaterThan(engine === 'sqlite' ? 3 : 2);
    const { json } = await site.send('GET', `/api/url/${links[6]}/clicks?limit=100`, { key: user.key });
    expect(json.data.clicks).toHaveLength(Math.min(100, rounds * 7));
    expect(await db.selectFrom('journals').select('id').where('partly_noun', '>', 0).execute()).toEqual([]);
  });

  test('clicks of processes that have ended are written as soon as they are read', async () => {
    const { links } = await addLinks(1);
    const root = newFolder();
    for (let journal = 1; journal <= 4; journal += 1) await leaveClicks(root, links);
    const rules = { pollMs: 10, longestWaitMs: 3_600_000, writeShare: 1e-9 };
    const { promise: allWritten, resolve } = Promise.withResolvers<void>();
    let written = 0;
    const onReport = ({ records }: BatchReport) => {
      written += records;
      if (written === 4) resolve();
    };
    const loop = new ConsumerLoop(
      await newConsumer(root),
      createLog('debug', () => {}),
      onReport,
      rules,
    );
    await allWritten;
    await loop.stop();
    expect(await clicksOf({ noun: 'link', id: links[0] ?? 0 })).toBe(4);
    expect(readdirSync(root)).toEqual([]);
  });

  test('a click that cannot be written is quarantined, and all others are counted', async () => {
    const { links } = await addLinks(3);
    const root = newFolder();
    await leaveClicks(root, [...links, ...links]);
    const consumer = await newConsumer(root, NOON + 4);
    await expect(consumer.consume()).rejects.toThrow();
    expect(await consumer.consume()).toMatchObject({ records: 6, people: 5, broken: 1 });
    expect(await consumer.consume()).toBeUndefined();
    consumer.close();
    const counts = await Promise.all(links.map((id) => clicksOf({ noun: 'link', id })));
    expect(counts).toEqual([2, 1, 2]);
    const [file = ''] = readdirSync(join(root, '.quarantine'));
    expect(readFileSync(join(root, '.quarantine', file), 'utf8')).toContain(`"id":${links[1]}`);
  });

  test('a link that is erased while its clicks are in memory loses them, and no other link does', async () => {
    const { links } = await addLinks(100);
    const root = newFolder();
    await leaveClicks(root, links);
    const consumer = await newConsumer(root);
    await read(consumer);
    await site.send('DELETE', `/api/url/${links[50]}/delete?purge=1`, { key: user.key });
    expect(await consumer.write()).toMatchObject({ people: 99, orphans: 1 });
    consumer.close();
    expect(await clicksOf({ noun: 'link', id: links[50] ?? 0 })).toBe(0);
    expect(await clicksOf({ noun: 'link', id: links[51] ?? 0 })).toBe(1);
  });
});

import { afterAll, beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { sql } from 'kysely';
import { onEachEngine } from '../../test/support/engines.ts';
import { guards } from '../../test/support/guards.ts';
import { openTestSite, type TestSite } from '../../test/support/test-site.ts';
import { createLog } from '../lib/log.ts';
import { DAY_MS, HOUR_MS } from '../rollups/subject.ts';
import { findWords } from '../rollups/word.store.ts';
import { Cleanup } from './cleanup.ts';

const RETENTION_DAYS = 30;

onEachEngine('the cleanup', (engine) => {
  let site: TestSite;
  const logLines: string[] = [];

  beforeAll(async () => {
    site = await openTestSite(engine);
  });
  afterAll(() => site.close());

  function newCleanup(): Cleanup {
    return new Cleanup({
      db: site.database.db,
      quarantineFolder: join(site.dataDir, 'quarantine'),
      retentionDays: RETENTION_DAYS,
      auditRetentionDays: 365,
      now: () => site.clock.now,
      log: createLog('debug', (line) => logLines.push(line)),
    });
  }

  async function tidy(): Promise<void> {
    const cleanup = newCleanup();
    while (await cleanup.tidy());
  }

  async function known(text: string): Promise<boolean> {
    return (await findWords(site.database.db, [text])).has(text);
  }

  async function visitOnce(referrer: string): Promise<{ id: number; key: string }> {
    const { key } = await site.addUser();
    const { json } = await site.send('POST', '/api/url/add', { key, body: { url: 'https://example.com/' } });
    await site.send('GET', new URL(json.shorturl).pathname, { headers: { Referer: `https://${referrer}/` } });
    await site.send('GET', `/api/url/${json.id}`, { key });
    return { id: json.id, key };
  }

  test('a word stays while the statistics of its owner use it, and is deleted two days after they are deleted', async () => {
    guards('bounded-store');
    const { id, key } = await visitOnce('deleted.example');
    await visitOnce('kept.example');
    await site.send('DELETE', `/api/url/${id}/delete?purge=1`, { key });
    // The statistics of the owner still use the word.
    for (let day = 0; day < 3; day += 1) {
      site.clock.now += DAY_MS;
      await tidy();
    }
    expect(await known('deleted.example')).toBe(true);
    await sql`delete from rollups where noun = 1 and counts is not null and noun_id not in (select user_id from links)`.execute(
      site.database.db,
    );
    for (let day = 0; day < 2; day += 1) {
      site.clock.now += DAY_MS;
      await tidy();
    }
    expect([await known('deleted.example'), await known('kept.example')]).toEqual([false, true]);
  });

  test('a failed sweep is logged, delays nothing, and starts over an hour later', async () => {
    guards('bounded-store');
    site.clock.now += DAY_MS;
    await sql`alter table word_sweeps rename to word_sweeps_away`.execute(site.database.db);
    expect(await newCleanup().tidy()).toBe(false);
    expect(logLines.at(-1)).toContain('unused words could not be deleted');
    await sql`alter table word_sweeps_away rename to word_sweeps`.execute(site.database.db);
    const read = async () =>
      (await sql<{ number: number }>`select max(number) as number from word_sweeps`.execute(site.database.db)).rows[0]
        ?.number ?? 0;
    const before = await read();
    await tidy();
    expect(await read()).toBe(before);
    site.clock.now += HOUR_MS;
    await tidy();
    expect(await read()).toBe(before + 1);
  });
});

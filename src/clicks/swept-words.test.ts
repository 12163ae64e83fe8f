import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createRandom } from '../../bench/random.ts';
import { onEachEngine } from '../../test/support/engines.ts';
import { guards } from '../../test/support/guards.ts';
import { NOON, openTestSite, type TestSite } from '../../test/support/test-site.ts';
import { writeClicks } from '../../test/support/write-clicks.ts';
import { transaction } from '../db/transaction.ts';
import { CountBlock } from '../rollups/count-block.ts';
import { dimensions } from '../rollups/dimension.ts';
import { KeptScan } from '../rollups/kept-clicks.ts';
import { erase, eraseAll } from '../rollups/rollup.store.ts';
import { DAY_MS } from '../rollups/subject.ts';
import { findWords } from '../rollups/word.store.ts';
import { readCountsAfter, readKeptAfter } from '../rollups/word-sweep.store.ts';
import { WordSweep } from '../rollups/word-sweep.ts';
import type { Click } from './click.ts';
import { WordIdCache } from './word-id-cache.ts';

// SQLite responds synchronously: without this, one loop would block the others.
function takeTurns(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

onEachEngine('counting while words are swept', (engine) => {
  let site: TestSite;
  let user: { id: number; key: string };
  const clock = { now: NOON };
  let batches = 0;

  beforeAll(async () => {
    site = await openTestSite(engine);
    user = await site.addUser();
    // A new store is swept for the first time after a day.
    await new WordSweep(site.database.db, () => clock.now).step();
  });
  afterAll(() => site.close());

  async function addLink(): Promise<number> {
    const { json } = await site.send('POST', '/api/url/add', { key: user.key, body: { url: 'https://example.com/' } });
    return json.id;
  }

  function clickOn(id: number, referrer: string): Click {
    return { noun: 'link', id, at: NOON, kind: 'person', visitor: 1, values: { referrer } };
  }

  async function count(wordIds: WordIdCache, clicks: Click[]): Promise<void> {
    await writeClicks(site.database.db, clicks, { wordIds });
    batches += 1;
  }

  async function forgetAll(links: number[]): Promise<void> {
    await transaction(site.database.db, async (tx) => {
      // In the order in which counting locks rollups.
      await eraseAll(tx, 'user', [user.id]);
      for (const id of links.toSorted((left, right) => left - right)) await erase(tx, { noun: 'link', id });
    });
  }

  async function sweep(): Promise<void> {
    clock.now += DAY_MS;
    const sweeping = new WordSweep(site.database.db, () => clock.now);
    while (await sweeping.step());
  }

  /** The ids of words that are used but do not exist. */
  async function findLost(): Promise<number[]> {
    const used = new Set<number>();
    for (const { counts } of await readCountsAfter(site.database.db, undefined, 100_000))
      new CountBlock(counts).forEachWord((word) => used.add(word));
    for (const { bytes } of await readKeptAfter(site.database.db, undefined, 100_000)) {
      const scan = new KeptScan(bytes);
      for (let index = 0; index < scan.count; index += 1)
        for (const dimension of dimensions) used.add(scan.word(index, dimension));
    }
    used.delete(0);
    const rows = await site.database.db.selectFrom('words').select('id').execute();
    for (const { id } of rows) used.delete(id);
    return [...used];
  }

  test('a deleted word that another process has cached is stored again, and counted', async () => {
    guards('bounded-store');
    const link = await addLink();
    const [one, other] = [new WordIdCache(), new WordIdCache()];
    await count(one, [clickOn(link, 'a.example')]);
    await count(other, [clickOn(link, 'a.example')]);
    await forgetAll([link]);
    await sweep();
    await sweep();
    expect((await findWords(site.database.db, ['a.example'])).size).toBe(0);
    await count(one, [clickOn(link, 'a.example')]);
    await count(other, [clickOn(link, 'a.example')]);
    expect(await findLost()).toEqual([]);
    const { json } = await site.send('GET', `/api/url/${link}/stats?by=referrer&from=2026-11-16`, { key: user.key });
    expect(json.data.top.referrer).toEqual({ 'a.example': 2 });
  });

  test('three processes that count, two that sweep and one that deletes never lose a word that is used', async () => {
    guards('bounded-store');
    const links = await Promise.all([addLink(), addLink(), addLink()]);
    const random = createRandom(engine === 'sqlite' ? 3 : 4);
    const pick = (below: number) => Math.floor(random() * below);
    let isOver = false;

    async function countMany(): Promise<void> {
      const wordIds = new WordIdCache();
      for (let round = 0; round < 150; round += 1) {
        const link = links[pick(3)] ?? 0;
        const clicks = Array.from({ length: 5 }, () => clickOn(link, `r${pick(40)}.example`));
        await count(wordIds, clicks);
        await takeTurns();
      }
    }
    async function repeatEvery(everyBatches: number, work: () => Promise<void>): Promise<void> {
      for (let next = batches; !isOver; await Bun.sleep(1)) {
        if (batches < next) continue;
        await work();
        next = batches + everyBatches;
      }
    }
    const others = [repeatEvery(2, sweep), repeatEvery(3, sweep), repeatEvery(20, () => forgetAll(links))];
    await Promise.all([countMany(), countMany(), countMany()]);
    isOver = true;
    await Promise.all(others);
    expect(await findLost()).toEqual([]);
    await count(
      new WordIdCache(),
      links.map((link) => clickOn(link, 'last.example')),
    );
    expect(await findLost()).toEqual([]);
  });
});

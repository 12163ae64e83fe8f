import { afterAll, beforeAll, expect, test } from 'bun:test';
import { countClicks, type TestClick } from '../../test/support/count-clicks.ts';
import { onEachEngine, openReadyStore } from '../../test/support/engines.ts';
import { guards } from '../../test/support/guards.ts';
import { plansOf } from '../../test/support/query-plans.ts';
import { NOON } from '../../test/support/test-site.ts';
import type { Database } from '../db/db.ts';
import { transaction } from '../db/transaction.ts';
import { deleteOldKept } from './kept-clicks.store.ts';
import { erase, eraseAll } from './rollup.store.ts';
import { DAY_MS, HOUR_MS } from './subject.ts';
import { addWords, findWords, holdWords } from './word.store.ts';
import {
  addSweep,
  noteUnused,
  readCountsAfter,
  readKeptAfter,
  readSweepNumber,
  readWordsAfter,
  waitForOlderBatches,
} from './word-sweep.store.ts';
import { WordSweep } from './word-sweep.ts';

onEachEngine('the sweep of unused words', (engine) => {
  let database: Database;
  const clock = { now: NOON };
  let subjects = 0;

  beforeAll(async () => {
    database = await openReadyStore(engine);
  });
  afterAll(() => database.close());

  function newSweep(): WordSweep {
    return new WordSweep(database.db, () => clock.now);
  }

  /** Runs one complete sweep a day for this many days; returns the number of steps. */
  async function sweepFor(days: number): Promise<number> {
    let steps = 0;
    for (let day = 0; day < days; day += 1) {
      clock.now += DAY_MS;
      const sweep = newSweep();
      do steps += 1;
      while (await sweep.step());
    }
    return steps;
  }

  /** Counts visits of a new link and its owner. */
  async function count(clicks: Omit<TestClick, 'at'>[]): Promise<{ linkId: number; userId: number }> {
    subjects += 1;
    const subject = { linkId: subjects, userId: subjects };
    await countClicks(
      database,
      subject,
      clicks.map((click) => ({ at: clock.now, ...click })),
    );
    return subject;
  }

  async function forget({ linkId, userId }: { linkId: number; userId: number }): Promise<void> {
    await transaction(database.db, async (tx) => {
      await erase(tx, { noun: 'link', id: linkId });
      await eraseAll(tx, 'user', [userId]);
    });
  }

  async function known(...texts: string[]): Promise<string[]> {
    return [...(await findWords(database.db, texts)).keys()].sort();
  }

  test('a new store is swept for the first time after a day', async () => {
    const start = await readSweepNumber(database.db);
    expect(await newSweep().step()).toBe(false);
    clock.now += DAY_MS - 1;
    expect(await newSweep().step()).toBe(false);
    expect(await readSweepNumber(database.db)).toBe(start);
    clock.now += 1 - DAY_MS;
    await sweepFor(1);
    expect(await readSweepNumber(database.db)).toBe(start + 1);
  });

  test('unused words are deleted after two daily sweeps; all other words keep their ids', async () => {
    guards('bounded-store');
    const gone = await count([{ referrer: 'gone.example', country: 'Canada' }]);
    await count([{ referrer: 'stays.example', country: 'Canada' }]);
    const before = await findWords(database.db, ['stays.example', 'Canada']);
    await forget(gone);
    await sweepFor(1);
    expect(await known('gone.example')).toEqual(['gone.example']);
    await sweepFor(1);
    expect(await known('gone.example')).toEqual([]);
    expect(await findWords(database.db, ['stays.example', 'Canada'])).toEqual(before);
    await sweepFor(3);
    expect(await findWords(database.db, ['stays.example', 'Canada'])).toEqual(before);
  });

  test('a word that only kept clicks use stays as long as they do', async () => {
    guards('bounded-store');
    const { linkId, userId } = await count([{ bot: 'crawler', referrer: 'kept.example' }]);
    const day = clock.now - (clock.now % DAY_MS);
    await sweepFor(3);
    expect(await known('kept.example', 'crawler')).toEqual(['crawler', 'kept.example']);
    await deleteOldKept(database.db, day + DAY_MS, 500);
    await sweepFor(2);
    expect(await known('kept.example', 'crawler')).toEqual(['crawler']);
    await forget({ linkId, userId });
  });

  test('an id is never reused for another word', async () => {
    const [first] = (await transaction(database.db, (tx) => addWords(tx, ['short-lived']))).values();
    await sweepFor(2);
    expect(await known('short-lived')).toEqual([]);
    const [second] = (await transaction(database.db, (tx) => addWords(tx, ['short-lived']))).values();
    expect(second).toBeGreaterThan(first as number);
  });

  test('a word that is used after it was found unused stays, and can be found unused again', async () => {
    guards('bounded-store');
    await transaction(database.db, (tx) => addWords(tx, ['revived']));
    await sweepFor(1);
    await transaction(database.db, (tx) => holdWords(tx, ['revived']));
    await sweepFor(1);
    expect(await known('revived')).toEqual(['revived']);
    await sweepFor(1);
    expect(await known('revived')).toEqual([]);
  });

  test('reading statistics does not count as using a word', async () => {
    await transaction(database.db, (tx) => addWords(tx, ['looked-up']));
    for (let day = 0; day < 2; day += 1) {
      await known('looked-up');
      await sweepFor(1);
    }
    expect(await known('looked-up')).toEqual([]);
  });

  test('one process runs one sweep a day; if it stops, another takes over after an hour', async () => {
    guards('bounded-store');
    await sweepFor(1);
    const start = await readSweepNumber(database.db);
    clock.now += DAY_MS - 1;
    expect(await newSweep().step()).toBe(false);
    expect(await readSweepNumber(database.db)).toBe(start);
    clock.now += 1;
    // More rows than one step reads, so that the first sweep stops halfway.
    const words = Array.from({ length: 30_000 }, (_, index) => `half-way-${index}`);
    for (let from = 0; from < words.length; from += 5_000)
      await transaction(database.db, (tx) => addWords(tx, words.slice(from, from + 5_000)));
    const [first, second] = [newSweep(), newSweep()];
    expect([await first.step(), await second.step()]).toEqual([true, false]);
    clock.now += HOUR_MS;
    expect(await second.step()).toBe(true);
    // The slow process notices that it no longer owns the sweep.
    expect(await first.step()).toBe(false);
    while (await second.step());
    expect(await readSweepNumber(database.db)).toBe(start + 1);
    expect(await newSweep().step()).toBe(false);
    await sweepFor(1);
    expect(await known(words[0] as string)).toEqual([]);
  });

  test('a clock that was a year ahead does not stop sweeps for a year', async () => {
    clock.now += 365 * DAY_MS;
    await sweepFor(1);
    clock.now -= 365 * DAY_MS;
    const before = await readSweepNumber(database.db);
    await sweepFor(1);
    expect(await readSweepNumber(database.db)).toBe(before + 1);
  });

  test('words that an interrupted sweep found unused are not deleted before another sweep checks them', async () => {
    guards('bounded-store');
    const added = await transaction(database.db, (tx) => addWords(tx, ['noted']));
    const number = await readSweepNumber(database.db);
    // The state after a process was killed before its sweep ended: caches may still have the word.
    await noteUnused(database.db, [...added.values()], number + 1);
    await sweepFor(1);
    expect(await known('noted')).toEqual(['noted']);
    await sweepFor(1);
    expect(await known('noted')).toEqual([]);
  });

  test('a sweep does not start reading before all transactions that may still use its words have ended', async () => {
    guards('bounded-store');
    const number = await readSweepNumber(database.db);
    const order: string[] = [];
    const { promise: isRead, resolve: read } = Promise.withResolvers<void>();
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
    const batch = database.db.transaction().execute(async (tx) => {
      await readSweepNumber(tx);
      read();
      await mayEnd;
      order.push('batch');
    });
    await isRead;
    const waiting = (async () => {
      await addSweep(database.db, number + 1);
      await waitForOlderBatches(database.db, number + 1);
      order.push('sweep');
    })();
    await database.db.selectFrom('words').select('id').limit(1).execute();
    end();
    await Promise.all([batch, waiting]);
    expect(order).toEqual(['batch', 'sweep']);
    expect(await readSweepNumber(database.db)).toBe(number + 1);
  });

  if (engine === 'sqlite') {
    test('a sweep reads its rows by the primary keys of the tables', async () => {
      const place = { noun: 1, noun_id: 1, span: 1, start: 1 };
      const plans = await plansOf(database.db, async (db) => {
        await readCountsAfter(db, place, 10);
        await readKeptAfter(db, { subject_key: 1, day: 1, part: 1 }, 10);
        await readWordsAfter(db, 1, 10);
      });
      expect(plans).toHaveLength(3);
      for (const plan of plans) expect(plan).toStartWith('SEARCH');
    });
  }
});

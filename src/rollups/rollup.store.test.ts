import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine, openReadyStore } from '../../test/support/engines.ts';
import { keptRecords } from '../../test/support/kept-clicks.ts';
import type { Database } from '../db/db.ts';
import { transaction } from '../db/transaction.ts';
import { forEachDimension } from './dimension.ts';
import { appendKeptClicks, readKeptParts } from './kept-clicks.store.ts';
import { deleteOldHourRollups, erase, openRollups, saveRollups } from './rollup.store.ts';
import { Rollup } from './rollup.ts';
import { readRollups, readSeries, readTotal } from './rollup-read.store.ts';
import { DAY_MS, HOUR_MS, type RollupKey, type Subject, timeSlotsOf } from './subject.ts';

const NOON = Date.parse('2026-11-16T12:00:00Z');
const TODAY = Date.parse('2026-11-16T00:00:00Z');

/** A change that a test makes to one rollup. */
interface RollupIncrement {
  key: RollupKey;
  clicks: number;
  bots: number;
}

function incrementsOf(subject: Subject, at: number, clicks = 1, bots = 0): RollupIncrement[] {
  return timeSlotsOf(at).map((period) => ({ key: { ...subject, ...period }, clicks, bots }));
}

onEachEngine('rollups', (engine) => {
  let database: Database;
  let lastId = 0;

  beforeAll(async () => {
    database = await openReadyStore(engine);
  });
  afterAll(() => database.close());

  function newLink(): Subject {
    lastId += 1;
    return { noun: 'link', id: lastId };
  }

  /** Opens the rollups, changes each with `work`, and saves them, in one transaction without retries. */
  function count(
    increments: RollupIncrement[],
    work: (rollup: Rollup, key: RollupKey) => void = () => {},
  ): Promise<void> {
    return database.db.transaction().execute(async (tx) => {
      const keys = increments.map(({ key }) => key);
      const rollups = await openRollups(tx, keys);
      expect(rollups).toHaveLength(keys.length);
      const opened = increments.map(({ key, clicks, bots }, index) => {
        const rollup = rollups[index] ?? new Rollup();
        rollup.clicks += clicks;
        rollup.bots += bots;
        return { key, rollup };
      });
      for (const { key, rollup } of opened) work(rollup, key);
      await saveRollups(tx, opened);
    });
  }

  test('equal rollups of a subject may be one object', async () => {
    const read = (link: Subject) =>
      Promise.all([
        readTotal(database.db, link),
        readRollups(database.db, link, 'day', 0, NOON + 1),
        readRollups(database.db, link, 'hour', 0, NOON + 1),
      ]);
    const slots = timeSlotsOf(NOON);
    // More than fit into one statement. Of every second link only the day and the hour are equal.
    const links = Array.from({ length: 210 }, newLink);
    const written = links.flatMap((link, index) => {
      const [total, rest] = [new Rollup(), new Rollup()];
      [total.clicks, rest.clicks] = [index + 2, index + 1];
      return slots.map(({ span, start }) => {
        const isTotal = span === 'total' || index % 2 === 0;
        return { key: { ...link, span, start }, rollup: isTotal ? total : rest };
      });
    });
    for (const added of [1, 2]) {
      for (const rollup of new Set(written.map((one) => one.rollup))) rollup.add('country', 7, 1);
      await transaction(database.db, async (tx) => {
        await openRollups(
          tx,
          written.map(({ key }) => key),
        );
        await saveRollups(tx, written);
      });
      for (const index of [0, 1, 2, 99, 100, 208, 209]) {
        const [total, days, hours] = await read(links[index] as Subject);
        const rest = index % 2 === 0 ? index + 2 : index + 1;
        expect(total.clicks).toBe(index + 2);
        expect(days.map(({ start, rollup }) => [start, rollup.clicks])).toEqual([[TODAY, rest]]);
        expect(hours.map(({ start, rollup }) => [start, rollup.clicks])).toEqual([[NOON, rest]]);
        expect(hours[0]?.rollup.top('country', 2)).toEqual([{ word: 7, count: added }]);
      }
    }
  });

  test('without counts, the rollup and the lists are empty', async () => {
    const link = newLink();
    const total = await readTotal(database.db, link);
    expect([total.clicks, total.bots, total.visitors.count()]).toEqual([0, 0, 0]);
    expect(total.top('country', 5)).toEqual([]);
    expect(await readRollups(database.db, link, 'day', 0, NOON)).toEqual([]);
    expect(await readSeries(database.db, link, 'hour', 0, NOON)).toEqual([]);
    await transaction(database.db, async (tx) => {
      expect(await openRollups(tx, [])).toEqual([]);
      await saveRollups(tx, []);
    });
  });

  test('a rollup keeps everything that is added over time', async () => {
    const link = newLink();
    for (let visit = 1; visit <= 3; visit += 1) {
      await count(incrementsOf(link, NOON, 1, 2), (rollup) => {
        rollup.add('country', 44);
        rollup.add('city', 100 + visit);
        rollup.visitors.add(visit % 2);
      });
    }
    const total = await readTotal(database.db, link);
    expect([total.clicks, total.bots, total.visitors.count()]).toEqual([3, 6, 2]);
    expect(total.top('country', 5)).toEqual([{ word: 44, count: 3 }]);
    expect(total.top('city', 5).map(({ word }) => word)).toEqual([101, 102, 103]);
    expect(await readSeries(database.db, link, 'hour', 0, NOON + 1)).toEqual([{ start: NOON, clicks: 3, bots: 6 }]);
    const [day] = await readRollups(database.db, link, 'day', TODAY, TODAY + 1);
    expect(day?.start).toBe(TODAY);
    expect(day?.rollup.clicks).toBe(3);
    expect(day?.rollup.top('country', 1)).toEqual([{ word: 44, count: 3 }]);
  });

  test('clicks and counts above 2^32 stay exact', async () => {
    const link = newLink();
    for (let round = 0; round < 2; round += 1) {
      await count(incrementsOf(link, NOON, 2 ** 40, 2 ** 33), (rollup) => rollup.add('os', 1, 2 ** 34 + 1));
    }
    const total = await readTotal(database.db, link);
    expect([total.clicks, total.bots]).toEqual([2 ** 41, 2 ** 34]);
    expect(total.top('os', 1)).toEqual([{ word: 1, count: 2 ** 35 + 2 }]);
  });

  test('thousands of large and small rollups are read back unchanged', async () => {
    const user: Subject = { noun: 'user', id: 77 };
    const increments = Array.from({ length: 1_234 }, (_, index) => ({
      key: { ...user, span: 'hour' as const, start: NOON + index * HOUR_MS },
      clicks: index,
      bots: 0,
    }));
    for (let round = 0; round < 2; round += 1) {
      await count(increments, (rollup, { start }) => {
        rollup.add('city', 1 + (start - NOON) / HOUR_MS);
        if (start === NOON) for (let visitor = 0; visitor < 3_000; visitor += 1) rollup.visitors.add(visitor * 2 ** 35);
      });
    }
    const read = await readRollups(database.db, user, 'hour', NOON, NOON + 1_234 * HOUR_MS);
    expect(read).toHaveLength(1_234);
    for (const [index, { start, rollup }] of read.entries()) {
      expect(start).toBe(NOON + index * HOUR_MS);
      expect(rollup.clicks).toBe(2 * index);
      expect(rollup.top('city', 2)).toEqual([{ word: 1 + index, count: 2 }]);
    }
    expect(read[0]?.rollup.visitors.encode()).toHaveLength(1 + 2 ** 14);
  });

  test('a range includes its start and excludes its end, oldest first', async () => {
    const link = newLink();
    const days = [0, 1, 2, 3].map((index) => TODAY + index * DAY_MS);
    for (const day of days.toReversed()) await count(incrementsOf(link, day));
    const series = await readSeries(database.db, link, 'day', TODAY + DAY_MS, TODAY + 3 * DAY_MS);
    expect(series.map(({ start }) => start)).toEqual(days.slice(1, 3));
    const rollups = await readRollups(database.db, link, 'day', TODAY + DAY_MS, TODAY + 3 * DAY_MS);
    expect(rollups.map(({ start }) => start)).toEqual(days.slice(1, 3));
  });

  test('concurrent transactions on the same rollups lose nothing and do not deadlock', async () => {
    const links = [newLink(), newLink(), newLink()];
    await Promise.all(
      Array.from({ length: 20 }, (_, node) => {
        const increments = links.flatMap((link) => incrementsOf(link, NOON));
        return count(increments, (rollup) => {
          rollup.add('country', 1);
          rollup.add('city', 1 + node);
          rollup.visitors.add(node);
        });
      }),
    );
    for (const link of links) {
      const [hour] = await readRollups(database.db, link, 'hour', NOON, NOON + 1);
      for (const rollup of [await readTotal(database.db, link), hour?.rollup ?? new Rollup()]) {
        expect(rollup.clicks).toBe(20);
        expect(rollup.top('country', 9)).toEqual([{ word: 1, count: 20 }]);
        expect(rollup.top('city', 99)).toEqual(Array.from({ length: 20 }, (_, node) => ({ word: 1 + node, count: 1 })));
        expect(rollup.visitors.count()).toBe(20);
      }
    }
  });

  test('a failed transaction leaves the rollups unchanged', async () => {
    const link = newLink();
    await count(incrementsOf(link, NOON));
    const failing = count(incrementsOf(link, NOON), () => {
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect((await readTotal(database.db, link)).clicks).toBe(1);
  });

  test('erasing deletes only the counts of that subject', async () => {
    const [gone, next] = [newLink(), newLink()];
    const namesake: Subject = { noun: 'user', id: gone.id };
    const campaign: Subject = { noun: 'campaign', id: gone.id };
    const clicks = keptRecords([{ ...forEachDimension(() => 0), at: NOON, visitor: 1, country: 1 }]);
    for (const subject of [gone, next, namesake, campaign]) await count(incrementsOf(subject, NOON));
    await transaction(database.db, (tx) =>
      appendKeptClicks(
        tx,
        [gone, next].map(({ id }) => ({ key: id, day: TODAY, clicks })),
      ),
    );
    const keptOf = (id: number) => readKeptParts(database.db, id, 0, TODAY + 1, { limit: 9 });
    await transaction(database.db, (tx) => erase(tx, campaign));
    expect(await keptOf(gone.id)).toHaveLength(1);
    await transaction(database.db, (tx) => erase(tx, gone));
    for (const subject of [gone, campaign]) {
      expect((await readTotal(database.db, subject)).clicks).toBe(0);
      expect(await readSeries(database.db, subject, 'day', 0, NOON)).toEqual([]);
      expect(await readSeries(database.db, subject, 'hour', 0, NOON + 1)).toEqual([]);
    }
    expect(await keptOf(gone.id)).toEqual([]);
    expect(await keptOf(next.id)).toHaveLength(1);
    for (const subject of [next, namesake]) {
      expect((await readTotal(database.db, subject)).clicks).toBe(1);
      expect(await readSeries(database.db, subject, 'hour', 0, NOON + 1)).toHaveLength(1);
    }
  });

  test('old hours are deleted in small batches, oldest first; days and totals stay', async () => {
    const link = newLink();
    const old = Date.parse('2020-01-01T00:00:00Z');
    for (let hour = 0; hour < 5; hour += 1) await count(incrementsOf(link, old + hour * HOUR_MS));
    const startsOf = async () =>
      (await readSeries(database.db, link, 'hour', 0, NOON)).map(({ start }) => (start - old) / HOUR_MS);
    const border = old + 4 * HOUR_MS;
    expect(await deleteOldHourRollups(database.db, border, 3)).toBe(3);
    expect(await startsOf()).toEqual([3, 4]);
    expect(await deleteOldHourRollups(database.db, border, 3)).toBe(1);
    expect(await deleteOldHourRollups(database.db, border, 3)).toBe(0);
    expect(await startsOf()).toEqual([4]);
    expect(await readSeries(database.db, link, 'day', 0, NOON)).toEqual([{ start: old, clicks: 5, bots: 0 }]);
    expect((await readTotal(database.db, link)).clicks).toBe(5);
  });
});

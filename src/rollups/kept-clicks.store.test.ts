import { afterAll, beforeAll, expect, test } from 'bun:test';
import { onEachEngine, openReadyStore } from '../../test/support/engines.ts';
import { keptRecords } from '../../test/support/kept-clicks.ts';
import type { Database } from '../db/db.ts';
import { forEachDimension } from './dimension.ts';
import { appendKeptClicks, deleteOldKept, KEPT_PER_PART, type KeptDay, readKeptParts } from './kept-clicks.store.ts';
import { KeptScan } from './kept-clicks.ts';
import { DAY_MS } from './subject.ts';

const FULL = KEPT_PER_PART;
const DAY = Date.parse('2026-11-16T00:00:00Z');
const NO_WORDS = forEachDimension(() => 0);

/** Clicks with different visitors. */
function clicksFrom(first: number, count: number): KeptDay['clicks'] {
  return keptRecords(
    Array.from({ length: count }, (_, index) => ({ ...NO_WORDS, at: DAY + index, visitor: first + index })),
  );
}

onEachEngine('kept clicks', (engine) => {
  let database: Database;
  let lastLink = 0;

  beforeAll(async () => {
    database = await openReadyStore(engine);
  });
  afterAll(() => database.close());

  function newLink(): number {
    lastLink += 1;
    return lastLink;
  }

  /** Appends clicks in one transaction, without retries. */
  function append(...rows: KeptDay[]): Promise<void> {
    return database.db.transaction().execute((tx) => appendKeptClicks(tx, rows));
  }

  /** The visitors of each part, oldest part first. */
  async function partsOf(key: number, day = DAY): Promise<number[][]> {
    const parts = await readKeptParts(database.db, key, day, day + 1, { limit: 100 });
    expect(parts.map(({ part }) => part).reverse()).toEqual(parts.map((_, index) => index));
    return parts.reverse().map(({ bytes, records }) => {
      const scan = new KeptScan(bytes);
      expect(scan.count).toBe(records);
      return Array.from({ length: scan.count }, (_, index) => scan.visitor(index));
    });
  }

  test('clicks are kept in order and continue in the next part', async () => {
    const key = newLink();
    await append({ key, day: DAY, clicks: clicksFrom(0, FULL - 1) });
    await append({ key, day: DAY, clicks: clicksFrom(FULL - 1, 3) });
    const parts = await partsOf(key);
    expect(parts.map(({ length }) => length)).toEqual([FULL, 2]);
    expect(parts.flat()).toEqual(Array.from({ length: FULL + 2 }, (_, index) => index));
  });

  test('a part that is exactly full is followed by the next one', async () => {
    const key = newLink();
    await append({ key, day: DAY, clicks: clicksFrom(0, FULL) });
    expect((await partsOf(key)).map(({ length }) => length)).toEqual([FULL]);
    await append({ key, day: DAY, clicks: clicksFrom(FULL, 1) });
    await append({ key, day: DAY, clicks: clicksFrom(FULL + 1, 1) });
    expect((await partsOf(key)).map(({ length }) => length)).toEqual([FULL, 2]);
  });

  test('clicks for many parts arrive at once, of several links and days', async () => {
    const [key, other] = [newLink(), newLink()];
    await append({ key, day: DAY, clicks: clicksFrom(0, FULL / 2) });
    await append(
      { key, day: DAY, clicks: clicksFrom(FULL / 2, 2 * FULL + 10) },
      { key, day: DAY + DAY_MS, clicks: clicksFrom(9_000, 2) },
      { key: other, day: DAY, clicks: clicksFrom(5_000, 1) },
    );
    const parts = await partsOf(key);
    expect(parts.map(({ length }) => length)).toEqual([FULL, FULL, FULL / 2 + 10]);
    expect(parts.flat()).toEqual(Array.from({ length: 2.5 * FULL + 10 }, (_, index) => index));
    expect(await partsOf(key, DAY + DAY_MS)).toEqual([[9_000, 9_001]]);
    expect(await partsOf(other)).toEqual([[5_000]]);
    expect(await partsOf(other, DAY + DAY_MS)).toEqual([]);
  });

  test('clicks of hundreds of links are appended at once', async () => {
    const links = Array.from({ length: 350 }, newLink);
    for (const round of [0, 1]) {
      await append(...links.map((key) => ({ key, day: DAY, clicks: clicksFrom(key + round, 1) })));
    }
    for (const key of links) expect(await partsOf(key)).toEqual([[key, key + 1]]);
  });

  test('concurrent transactions for the same links lose no click and leave no gap', async () => {
    const links = [newLink(), newLink()];
    // Enough other links that a batch takes several statements.
    const others = Array.from({ length: 250 }, newLink);
    await Promise.all(
      Array.from({ length: 10 }, (_, node) => {
        const rows = [
          ...links.map((key) => ({ key, day: DAY, clicks: clicksFrom(node * 52, 52) })),
          ...others.map((key) => ({ key, day: DAY, clicks: clicksFrom(node, 1) })),
        ];
        return append(...rows);
      }),
    );
    for (const key of others) expect((await partsOf(key)).flat()).toHaveLength(10);
    for (const key of links) {
      const parts = await partsOf(key);
      expect(parts.map(({ length }) => length)).toEqual([FULL, FULL, FULL, FULL, FULL, 0.2 * FULL]);
      expect(parts.flat().sort((left, right) => left - right)).toEqual(
        Array.from({ length: 5.2 * FULL }, (_, index) => index),
      );
    }
  });

  test('parts are read newest first, within the days, from a given position', async () => {
    const key = newLink();
    for (const [index, count] of [1, 2 * FULL + 5, 3, 4].entries()) {
      await append({ key, day: DAY + index * DAY_MS, clicks: clicksFrom(index * 10_000, count) });
    }
    const range = [DAY, DAY + 3 * DAY_MS] as const;
    const first = await readKeptParts(database.db, key, ...range, { limit: 2 });
    expect(first.map(({ day, part, records }) => [(day - DAY) / DAY_MS, part, records])).toEqual([
      [2, 0, 3],
      [1, 2, 5],
    ]);
    const rest = await readKeptParts(database.db, key, ...range, { before: first[1], limit: 9 });
    expect(rest.map(({ day, part, records }) => [(day - DAY) / DAY_MS, part, records])).toEqual([
      [1, 1, FULL],
      [1, 0, FULL],
      [0, 0, 1],
    ]);
    expect(await readKeptParts(database.db, key, ...range, { before: rest[2], limit: 9 })).toEqual([]);
  });

  test('only old parts are deleted, in small batches, oldest first', async () => {
    const key = newLink();
    const old = Date.parse('2020-01-01T00:00:00Z');
    for (const index of [0, 1, 2]) await append({ key, day: old + index * DAY_MS, clicks: clicksFrom(0, FULL + 1) });
    const countOf = async () => (await readKeptParts(database.db, key, old, DAY, { limit: 9 })).length;
    const border = old + 2 * DAY_MS;
    expect(await deleteOldKept(database.db, border, 3)).toBe(3);
    expect(await countOf()).toBe(3);
    expect(await deleteOldKept(database.db, border, 3)).toBe(1);
    expect(await deleteOldKept(database.db, border, 3)).toBe(0);
    expect((await partsOf(key, border)).map(({ length }) => length)).toEqual([FULL, 1]);
    expect(await partsOf(key, old)).toEqual([]);
  });
});

import { afterAll, beforeAll, expect, test } from 'bun:test';
import { newConfig, onEachEngine } from '../../test/support/engines.ts';
import { keptRecords } from '../../test/support/kept-clicks.ts';
import type { Database } from '../db/db.ts';
import { openStore } from '../db/open.ts';
import { forEachDimension } from './dimension.ts';
import { appendKeptClicks, deleteOldKept, KEPT_PER_PART, type KeptDay, readKeptParts } from './kept-clicks.store.ts';
import { KeptScan } from './kept-clicks.ts';
import { DAY_MS } from './subject.ts';

const FULL = KEPT_PER_PART;
const DAY = Date.parse('2026-11-16T00:00:00Z');
const NO_WORDS = forEachDimension(() => 0);

/** Clicks that can be told apart by their visitors. */
function clicksFrom(first: number, count: number): Uint8Array {
  return keptRecords(
    Array.from({ length: count }, (_, index) => ({ ...NO_WORDS, at: DAY + index, visitor: first + index })),
  );
}

onEachEngine('kept clicks', (engine) => {
  let database: Database;
  let lastLink = 0;

  beforeAll(async () => {
    database = (await openStore(await newConfig(engine), 0)).database;
  });
  afterAll(() => database.close());

  function newLink(): number {
    lastLink += 1;
    return lastLink;
  }

  /** In one transaction that is tried once. */
  function append(...rows: KeptDay[]): Promise<void> {
    return database.db.transaction().execute((tx) => appendKeptClicks(tx, rows));
  }

  /** The visitors of each part, oldest part first. */
  async function partsOf(linkId: number, day = DAY): Promise<number[][]> {
    const parts = await readKeptParts(database.db, linkId, day, day + 1, { limit: 100 });
    expect(parts.map(({ part }) => part).reverse()).toEqual(parts.map((_, index) => index));
    return parts.reverse().map(({ bytes, records }) => {
      const scan = new KeptScan(bytes);
      expect(scan.count).toBe(records);
      return Array.from({ length: scan.count }, (_, index) => scan.visitor(index));
    });
  }

  test('clicks are kept in order and go over the border of a part', async () => {
    const linkId = newLink();
    await append({ linkId, day: DAY, clicks: clicksFrom(0, FULL - 1) });
    await append({ linkId, day: DAY, clicks: clicksFrom(FULL - 1, 3) });
    const parts = await partsOf(linkId);
    expect(parts.map(({ length }) => length)).toEqual([FULL, 2]);
    expect(parts.flat()).toEqual(Array.from({ length: FULL + 2 }, (_, index) => index));
  });

  test('a part that is just full is followed by the next', async () => {
    const linkId = newLink();
    await append({ linkId, day: DAY, clicks: clicksFrom(0, FULL) });
    expect((await partsOf(linkId)).map(({ length }) => length)).toEqual([FULL]);
    await append({ linkId, day: DAY, clicks: clicksFrom(FULL, 1) });
    await append({ linkId, day: DAY, clicks: clicksFrom(FULL + 1, 1) });
    expect((await partsOf(linkId)).map(({ length }) => length)).toEqual([FULL, 2]);
  });

  test('more than several parts hold arrive at once, of several links and days', async () => {
    const [linkId, other] = [newLink(), newLink()];
    await append({ linkId, day: DAY, clicks: clicksFrom(0, FULL / 2) });
    await append(
      { linkId, day: DAY, clicks: clicksFrom(FULL / 2, 2 * FULL + 10) },
      { linkId, day: DAY + DAY_MS, clicks: clicksFrom(9_000, 2) },
      { linkId: other, day: DAY, clicks: clicksFrom(5_000, 1) },
    );
    const parts = await partsOf(linkId);
    expect(parts.map(({ length }) => length)).toEqual([FULL, FULL, FULL / 2 + 10]);
    expect(parts.flat()).toEqual(Array.from({ length: 2.5 * FULL + 10 }, (_, index) => index));
    expect(await partsOf(linkId, DAY + DAY_MS)).toEqual([[9_000, 9_001]]);
    expect(await partsOf(other)).toEqual([[5_000]]);
    expect(await partsOf(other, DAY + DAY_MS)).toEqual([]);
  });

  test('hundreds of links in one go', async () => {
    const links = Array.from({ length: 350 }, newLink);
    for (const round of [0, 1]) {
      await append(...links.map((linkId) => ({ linkId, day: DAY, clicks: clicksFrom(linkId + round, 1) })));
    }
    for (const linkId of links) expect(await partsOf(linkId)).toEqual([[linkId, linkId + 1]]);
  });

  test('many that keep clicks of the same links at once lose none and leave no gap', async () => {
    const links = [newLink(), newLink()];
    // So many others that a batch takes several statements.
    const others = Array.from({ length: 250 }, newLink);
    await Promise.all(
      Array.from({ length: 10 }, (_, node) => {
        const rows = [
          ...links.map((linkId) => ({ linkId, day: DAY, clicks: clicksFrom(node * 52, 52) })),
          ...others.map((linkId) => ({ linkId, day: DAY, clicks: clicksFrom(node, 1) })),
        ];
        return append(...rows);
      }),
    );
    for (const linkId of others) expect((await partsOf(linkId)).flat()).toHaveLength(10);
    for (const linkId of links) {
      const parts = await partsOf(linkId);
      expect(parts.map(({ length }) => length)).toEqual([FULL, FULL, FULL, FULL, FULL, 0.2 * FULL]);
      expect(parts.flat().sort((left, right) => left - right)).toEqual(
        Array.from({ length: 5.2 * FULL }, (_, index) => index),
      );
    }
  });

  test('parts are read newest first, within the days, from where one left off', async () => {
    const linkId = newLink();
    for (const [index, count] of [1, 2 * FULL + 5, 3, 4].entries()) {
      await append({ linkId, day: DAY + index * DAY_MS, clicks: clicksFrom(index * 10_000, count) });
    }
    const range = [DAY, DAY + 3 * DAY_MS] as const;
    const first = await readKeptParts(database.db, linkId, ...range, { limit: 2 });
    expect(first.map(({ day, part, records }) => [(day - DAY) / DAY_MS, part, records])).toEqual([
      [2, 0, 3],
      [1, 2, 5],
    ]);
    const rest = await readKeptParts(database.db, linkId, ...range, { before: first[1], limit: 9 });
    expect(rest.map(({ day, part, records }) => [(day - DAY) / DAY_MS, part, records])).toEqual([
      [1, 1, FULL],
      [1, 0, FULL],
      [0, 0, 1],
    ]);
    expect(await readKeptParts(database.db, linkId, ...range, { before: rest[2], limit: 9 })).toEqual([]);
  });

  test('old parts go in small batches, the oldest first, and only they', async () => {
    const linkId = newLink();
    const old = Date.parse('2020-01-01T00:00:00Z');
    for (const index of [0, 1, 2]) await append({ linkId, day: old + index * DAY_MS, clicks: clicksFrom(0, FULL + 1) });
    const countOf = async () => (await readKeptParts(database.db, linkId, old, DAY, { limit: 9 })).length;
    const border = old + 2 * DAY_MS;
    expect(await deleteOldKept(database.db, border, 3)).toBe(3);
    expect(await countOf()).toBe(3);
    expect(await deleteOldKept(database.db, border, 3)).toBe(1);
    expect(await deleteOldKept(database.db, border, 3)).toBe(0);
    expect((await partsOf(linkId, border)).map(({ length }) => length)).toEqual([FULL, 1]);
    expect(await partsOf(linkId, old)).toEqual([]);
  });
});

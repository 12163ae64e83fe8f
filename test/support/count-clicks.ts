import type { Database } from '../../src/db/db.ts';
import { transaction } from '../../src/db/transaction.ts';
import { type Dimension, dimensions } from '../../src/rollups/dimension.ts';
import { appendKeptClicks } from '../../src/rollups/kept-clicks.store.ts';
import type { KeptClick } from '../../src/rollups/kept-clicks.ts';
import { openRollups, saveRollups } from '../../src/rollups/rollup.store.ts';
import { Rollup } from '../../src/rollups/rollup.ts';
import { DAY_MS, type RollupKey, type Subject, timeSlotsOf } from '../../src/rollups/subject.ts';
import { addWords } from '../../src/rollups/word.store.ts';
import { keptRecords } from './kept-clicks.ts';

/** A visit in a test: its time, its visitor and its dimension values as text. */
export interface TestClick extends Partial<Record<Dimension, string>> {
  at: number;
  visitor?: number;
  /** The number of equal visits. */
  times?: number;
}

/** The link that was visited, its owner and its campaign. */
export interface TestSubject {
  linkId: number;
  userId: number;
  campaignId?: number;
}

async function countOne(tx: Database['db'], subject: Subject, click: TestClick, words: Map<string, number>) {
  const { at, visitor = 1, times = 1, bot } = click;
  const people = bot === undefined ? times : 0;
  for (const period of timeSlotsOf(at)) {
    const key: RollupKey = { ...subject, ...period };
    const [rollup = new Rollup()] = await openRollups(tx, [key]);
    rollup.clicks += people;
    rollup.bots += times - people;
    if (people > 0) rollup.visitors.add(visitor);
    for (const dimension of bot === undefined ? dimensions : (['bot'] as const)) {
      const text = click[dimension];
      if (text !== undefined) rollup.add(dimension, words.get(text) ?? 0, times);
    }
    await saveRollups(tx, [{ key, rollup }]);
  }
}

function toKept({ at, visitor = 1, ...click }: TestClick, words: Map<string, number>): KeptClick {
  const known = dimensions.map((dimension) => [dimension, words.get(click[dimension] ?? '') ?? 0]);
  return { at, visitor, ...Object.fromEntries(known) };
}

/** Adds visits to the rollups of a link, of its owner and of its campaign, and to the kept clicks, directly through the stores. */
export async function countClicks(
  { db }: Database,
  { linkId, userId, campaignId }: TestSubject,
  clicks: TestClick[],
): Promise<void> {
  await transaction(db, async (tx) => {
    const texts = clicks.flatMap((click) => dimensions.flatMap((dimension) => click[dimension] ?? []));
    const words = await addWords(tx, texts);
    for (const click of clicks) {
      await countOne(tx, { noun: 'link', id: linkId }, click, words);
      await countOne(tx, { noun: 'user', id: userId }, click, words);
      if (campaignId !== undefined) await countOne(tx, { noun: 'campaign', id: campaignId }, click, words);
      const kept = Array.from({ length: click.times ?? 1 }, () => toKept(click, words));
      await appendKeptClicks(tx, [{ key: linkId, day: click.at - (click.at % DAY_MS), clicks: keptRecords(kept) }]);
    }
  });
}

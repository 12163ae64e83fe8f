import type { Db } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import { type Dimension, dimensionIndex, dimensions } from '../../rollups/dimension.ts';
import { appendKeptClicks } from '../../rollups/kept-clicks.store.ts';
import { keptClickBytes, writeKeptClick, writeKeptWord } from '../../rollups/kept-clicks.ts';
import { openRollups, saveRollups } from '../../rollups/rollup.store.ts';
import { OTHER, Rollup } from '../../rollups/rollup.ts';
import {
  compareKeys,
  keptKeyOf,
  type Noun,
  type RollupKey,
  type Span,
  type VisitedNoun,
} from '../../rollups/subject.ts';
import { addWords } from '../../rollups/word.store.ts';
import { readSweepNumber } from '../../rollups/word-sweep.store.ts';
import { findCounted } from './export-rows.store.ts';
import { OTHER_TEXT } from './write-export.ts';

/** A line of `statistics.ndjson`. */
export interface StatisticsLine {
  of: Noun;
  id: number;
  span: Span;
  start: string;
  clicks: number;
  bots: number;
  counts: Partial<Record<Dimension, Record<string, number>>>;
  visitors: string | null;
}

/** A line of `clicks.ndjson`. */
export interface ClicksLine {
  of: VisitedNoun;
  id: number;
  day: string;
  clicks: ({ at: string; visitor: number } & Partial<Record<Dimension, string>>)[];
}

function toRollup(line: StatisticsLine, words: Map<string, number>): Rollup {
  const visitors = line.visitors === null ? null : Buffer.from(line.visitors, 'base64');
  const rollup = new Rollup({ clicks: line.clicks, bots: line.bots, counts: null, visitors });
  for (const dimension of dimensions) {
    const section = dimensionIndex[dimension];
    const counts = Object.entries(line.counts[dimension] ?? {}).map(([text, count]) => {
      return { word: text === OTHER_TEXT ? OTHER : (words.get(text) ?? OTHER), count };
    });
    counts.sort((one, other) => one.word - other.word);
    rollup.addAll({
      sections: counts.map(() => section),
      words: counts.map(({ word }) => word),
      counts: counts.map(({ count }) => count),
    });
  }
  return rollup;
}

/**
 * Stores the statistics of a subject, and adds them to those of its owner, unless it has statistics already. A campaign contains
 * the clicks of its links, which its owner has already.
 */
export async function restoreStatistics(db: Db, owner: number, id: number, lines: StatisticsLine[]): Promise<boolean> {
  const noun = lines[0]?.of;
  if (noun === undefined) return false;
  return transaction(db, async (tx) => {
    // First in the transaction, so that no sweep deletes words that it uses.
    await readSweepNumber(tx);
    if ((await findCounted(tx, noun, [id])).length > 0) return false;
    const texts = lines.flatMap(({ counts }) => Object.values(counts).flatMap((named) => Object.keys(named)));
    const words = await addWords(
      tx,
      [...new Set(texts)].filter((text) => text !== OTHER_TEXT),
    );
    const restored = lines.map((line) => {
      const key: RollupKey = { noun, id, span: line.span, start: Date.parse(line.start) };
      return { key, rollup: toRollup(line, words) };
    });
    const groups: typeof restored = [];
    if (noun !== 'campaign') {
      const keys = restored.map(({ key }): RollupKey => ({ ...key, noun: 'user', id: owner })).sort(compareKeys);
      const opened = await openRollups(tx, keys);
      const byTime = new Map(restored.map(({ key, rollup }) => [`${key.span} ${key.start}`, rollup]));
      for (const [index, key] of keys.entries()) {
        const sum = opened[index] ?? new Rollup();
        const added = byTime.get(`${key.span} ${key.start}`);
        if (added) sum.merge(added);
        groups.push({ key, rollup: sum });
      }
    }
    await saveRollups(tx, [...groups, ...restored.sort((one, other) => compareKeys(one.key, other.key))]);
    return true;
  });
}

/** Stores the single clicks of a subject on one day, unless it has some of that day. */
export async function restoreClicks(db: Db, id: number, lines: ClicksLine[]): Promise<void> {
  const [first] = lines;
  if (!first) return;
  const key = keptKeyOf({ noun: first.of, id });
  const day = Date.parse(first.day);
  const clicks = lines.flatMap((line) => line.clicks);
  await transaction(db, async (tx) => {
    await readSweepNumber(tx);
    const kept = tx.selectFrom('kept_clicks').select('part').where('subject_key', '=', key).where('day', '=', day);
    if (await kept.limit(1).executeTakeFirst()) return;
    const texts = clicks.flatMap(({ at: _, visitor: __, ...values }) => Object.values(values));
    const words = await addWords(tx, [...new Set(texts)]);
    const used = clicks.flatMap(({ at: _, visitor: __, ...values }) =>
      (Object.keys(values) as Dimension[]).map((name) => dimensionIndex[name] ?? -1),
    );
    const dimensionCount = used.reduce((most, index) => Math.max(most, index + 1), 0);
    const size = keptClickBytes(dimensionCount);
    const bytes = new Uint8Array(clicks.length * size);
    for (const [index, { at, visitor, ...values }] of clicks.entries()) {
      writeKeptClick(bytes, index * size, Date.parse(at), visitor);
      for (const [name, text] of Object.entries(values)) {
        const section = dimensionIndex[name as Dimension];
        const word = words.get(text);
        if (section !== undefined && word !== undefined) writeKeptWord(bytes, index * size, section, word);
      }
    }
    await appendKeptClicks(tx, [{ key, day, clicks: { dimensionCount, bytes } }]);
  });
}

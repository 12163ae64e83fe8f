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

/** A subject with its new id, and the lines of its statistics. */
export interface SubjectStatistics {
  id: number;
  lines: StatisticsLine[];
}

type KeyedRollup = { key: RollupKey; rollup: Rollup };

/** Adds rollups to those of the owner. */
async function addToOwner(tx: Db, owner: number, added: KeyedRollup[]): Promise<KeyedRollup[]> {
  const sums = new Map<string, KeyedRollup>();
  for (const { key, rollup } of added) {
    const slot = `${key.span} ${key.start}`;
    const sum = sums.get(slot) ?? { key: { ...key, noun: 'user', id: owner }, rollup: new Rollup() };
    sum.rollup.merge(rollup);
    sums.set(slot, sum);
  }
  const sorted = [...sums.values()].sort((one, other) => compareKeys(one.key, other.key));
  const opened = await openRollups(
    tx,
    sorted.map(({ key }) => key),
  );
  return sorted.map(({ key, rollup }, index) => {
    const stored = opened[index];
    stored?.merge(rollup);
    return { key, rollup: stored ?? rollup };
  });
}

/** Which of these subjects, all of one noun, have no statistics yet. */
async function findUncounted(tx: Db, noun: Noun, subjects: SubjectStatistics[]): Promise<SubjectStatistics[]> {
  const ids = subjects.map(({ id }) => id);
  const counted = new Set(await findCounted(tx, noun, ids));
  return subjects.filter(({ id }) => !counted.has(id));
}

/**
 * Stores the statistics of subjects of one noun, and adds them to those of their owner; returns those that had none before.
 * A campaign contains the clicks of its links, which its owner has already.
 */
export function restoreStatistics(
  db: Db,
  owner: number,
  noun: Noun,
  subjects: SubjectStatistics[],
): Promise<SubjectStatistics[]> {
  return transaction(db, async (tx) => {
    // First in the transaction, so that no sweep deletes words that it uses.
    await readSweepNumber(tx);
    const fresh = await findUncounted(tx, noun, subjects);
    const texts = new Set<string>();
    for (const { lines } of fresh)
      for (const { counts } of lines)
        for (const named of Object.values(counts)) for (const text of Object.keys(named)) texts.add(text);
    texts.delete(OTHER_TEXT);
    const words = await addWords(tx, [...texts]);
    const restored = fresh.flatMap(({ id, lines }) =>
      lines.map((line): KeyedRollup => {
        const key: RollupKey = { noun, id, span: line.span, start: Date.parse(line.start) };
        return { key, rollup: toRollup(line, words) };
      }),
    );
    const ofOwner = noun === 'campaign' ? [] : await addToOwner(tx, owner, restored);
    await saveRollups(tx, [...ofOwner, ...restored.sort((one, other) => compareKeys(one.key, other.key))]);
    return fresh;
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

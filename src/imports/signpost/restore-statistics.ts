import { lockSubjects } from '../../clicks/visited-owners.ts';
import type { Db } from '../../db/db.ts';
import { type Dimension, dimensionIndex, dimensions } from '../../rollups/dimension.ts';
import { replaceFirstHours } from '../../rollups/first-hour.store.ts';
import { appendKeptClicks } from '../../rollups/kept-clicks.store.ts';
import { keptClickBytes, writeKeptClick, writeKeptWord } from '../../rollups/kept-clicks.ts';
import { addRollups, type KeyedRollup } from '../../rollups/rollup.store.ts';
import { OTHER, Rollup } from '../../rollups/rollup.ts';
import { isVisited, keptKeyOf, type Noun, type RollupKey, type Span, type VisitedNoun } from '../../rollups/subject.ts';
import { addWords } from '../../rollups/word.store.ts';
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
  /** The run added it: visits that came meanwhile are added to its statistics. */
  isNew: boolean;
  lines: StatisticsLine[];
}

/** The sums of rollups by time slot, as rollups of the owner. */
function sumOfOwner(owner: number, added: KeyedRollup[]): KeyedRollup[] {
  const sums = new Map<string, KeyedRollup>();
  for (const { key, rollup } of added) {
    const slot = `${key.span} ${key.start}`;
    const sum = sums.get(slot) ?? { key: { ...key, noun: 'user', id: owner }, rollup: new Rollup() };
    sum.rollup.merge(rollup);
    sums.set(slot, sum);
  }
  return [...sums.values()];
}

/** Which of these subjects, all of one noun, are new or have no statistics yet. */
async function findUncounted(tx: Db, noun: Noun, subjects: SubjectStatistics[]): Promise<SubjectStatistics[]> {
  const ids = subjects.filter(({ isNew }) => !isNew).map(({ id }) => id);
  const counted = new Set(await findCounted(tx, noun, ids));
  return subjects.filter(({ id }) => !counted.has(id));
}

/**
 * Adds the statistics of subjects of one noun, and adds them to those of their owner; returns the subjects that were new or had none.
 * A campaign contains the clicks of its links, which its owner has already. `readSweepNumber` must be first in the transaction.
 */
export async function restoreStatistics(
  tx: Db,
  owner: number,
  noun: Noun,
  subjects: SubjectStatistics[],
): Promise<SubjectStatistics[]> {
  if (isVisited(noun))
    await lockSubjects(
      tx,
      subjects.map(({ id }) => ({ noun, id })),
    );
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
  await replaceFirstHours(
    tx,
    fresh.map(({ id }) => ({ noun, id })),
  );
  await addRollups(tx, [...restored, ...(noun === 'campaign' ? [] : sumOfOwner(owner, restored))]);
  return fresh;
}

/** The single clicks of a subject on one day. */
export interface RestoredClicks {
  id: number;
  /** False keeps what the subject has of that day. */
  isNew: boolean;
  lines: ClicksLine[];
}

/**
 * Stores the single clicks of a subject on one day; false if it keeps those that it has. `readSweepNumber` must be first in the
 * transaction.
 */
export async function restoreClicks(tx: Db, { id, isNew, lines }: RestoredClicks): Promise<boolean> {
  const [first] = lines;
  if (!first) return false;
  const key = keptKeyOf({ noun: first.of, id });
  const day = Date.parse(first.day);
  const clicks = lines.flatMap((line) => line.clicks);
  const kept = tx.selectFrom('kept_clicks').select('part').where('subject_key', '=', key).where('day', '=', day);
  if (!isNew && (await kept.limit(1).executeTakeFirst())) return false;
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
  return true;
}

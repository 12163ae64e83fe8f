import type { Db } from '../db/db.ts';
import { appendKeptClicks, type KeptDay } from '../rollups/kept-clicks.store.ts';
import { keptClickBytes } from '../rollups/kept-clicks.ts';
import { keptKeyOf, nounCodes } from '../rollups/subject.ts';
import type { ClickBuffer, SubjectClicks } from './click-buffer.ts';
import type { ClickWords } from './click-words.ts';
import { findExisting } from './groups.store.ts';
import { type CountedSubject, openSubjects } from './open-subjects.ts';
import { type TextTally, toDelta } from './text-tally.ts';
import { addTotals, type OwnedClicks } from './visited-owners.ts';
import { groupByDay, groupByOwner, sumGroup, sumSubject } from './written-subjects.ts';

/** The inputs for counting the clicks of a buffer. */
export interface CountParts {
  buffer: ClickBuffer;
  tally: TextTally;
  words: ClickWords;
  /** Whether single clicks are stored as well. */
  isKeeping: boolean;
  /** Whether subjects without clicks get a first hour. */
  hasFirstHours: boolean;
}

/** Adds clicks to the rollups of subjects. */
async function addToRollups(
  tx: Db,
  counted: CountedSubject[],
  { words, hasFirstHours }: Pick<CountParts, 'words' | 'hasFirstHours'>,
): Promise<void> {
  // Every transaction locks rollups in this order, which prevents deadlocks. First hours are locked before, under the lock of the row of their
  // subject.
  const inOrder = counted.toSorted((left, right) => nounCodes[left.noun] - nounCodes[right.noun] || left.id - right.id);
  const { subjects, save } = await openSubjects(tx, inOrder, hasFirstHours);
  await words.assign(tx, subjects);
  for (const { hours } of subjects) {
    for (const { sum, people, bots, rollups } of hours) {
      for (const rollup of rollups) {
        rollup.clicks += people;
        rollup.bots += bots;
      }
      toDelta(sum, words.byText).addTo(rollups);
    }
  }
  await save(tx);
}

function toKeptDays(buffer: ClickBuffer, subjects: SubjectClicks[], words: ClickWords): KeptDay[] {
  const kept: KeptDay[] = [];
  for (const subject of subjects) {
    const key = keptKeyOf(subject);
    for (const { day, hours } of groupByDay(subject)) {
      const count = hours.reduce((sum, { people, bots }) => sum + people + bots, 0);
      const dimensionCount = hours.reduce((most, { sections }) => Math.max(most, sections), 0);
      const bytes = new Uint8Array(count * keptClickBytes(dimensionCount));
      let offset = 0;
      for (const hour of hours) {
        offset = buffer.writeKept(hour, words.byText, { dimensionCount, bytes }, offset);
      }
      kept.push({ key, day, clicks: { dimensionCount, bytes } });
    }
  }
  // Subjects arrive by noun and id; the keys of most nouns are negative. The sort keeps the days of a subject in order.
  return kept.sort((left, right) => left.key - right.key);
}

/** Visited subjects with the sums of their clicks, which are made before the transaction begins: it must be short. */
export interface SummedSubjects {
  visited: SubjectClicks[];
  /** In the same order. */
  counted: CountedSubject[];
}

export function sumSubjects(visited: SubjectClicks[], tally: TextTally): SummedSubjects {
  return { visited, counted: visited.map((subject) => sumSubject(subject, tally)) };
}

/** Adds clicks to the totals and rollups of the visited subjects, and to the kept clicks. Returns the subjects that exist. */
export function countVisited(tx: Db, summed: SummedSubjects, parts: CountParts): Promise<OwnedClicks[]> {
  return countWithGroups(tx, summed, parts, () => []);
}

/** Counts clicks for the visited subjects, their campaigns and their owners. */
export function countAll(tx: Db, visited: SubjectClicks[], parts: CountParts): Promise<OwnedClicks[]> {
  const { tally } = parts;
  const groupsOf = (owned: OwnedClicks[]) => groupByOwner(owned).map((group) => sumGroup(group, tally));
  return countWithGroups(tx, sumSubjects(visited, tally), parts, groupsOf);
}

async function countWithGroups(
  tx: Db,
  { visited, counted }: SummedSubjects,
  parts: CountParts,
  groupsOf: (owned: OwnedClicks[]) => CountedSubject[],
): Promise<OwnedClicks[]> {
  const { buffer, words, isKeeping } = parts;
  await words.begin(tx);
  const owned = await addTotals(tx, visited);
  const existing = new Set(owned.map(({ subject }) => subject));
  const subjects = counted.filter((_, index) => existing.has(visited[index] as SubjectClicks));
  const groups = await findExisting(tx, groupsOf(owned));
  await addToRollups(tx, [...subjects, ...groups], parts);
  if (isKeeping) await appendKeptClicks(tx, toKeptDays(buffer, [...existing], words));
  return owned;
}

/** Counts clicks for campaigns and owners. */
export async function countGroups(tx: Db, groups: CountedSubject[], parts: CountParts): Promise<void> {
  await parts.words.begin(tx);
  await addToRollups(tx, await findExisting(tx, groups), parts);
}

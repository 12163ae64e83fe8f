import type { Db } from '../db/db.ts';
import { appendKeptClicks, type KeptDay } from '../rollups/kept-clicks.store.ts';
import { KEPT_CLICK_BYTES } from '../rollups/kept-clicks.ts';
import { nounCodes } from '../rollups/subject.ts';
import type { ClickBuffer, SubjectClicks } from './click-buffer.ts';
import type { ClickWords } from './click-words.ts';
import { findExisting } from './groups.store.ts';
import { type CountedSubject, openSubjects } from './open-subjects.ts';
import { type TextTally, toDelta } from './text-tally.ts';
import { addTotals, type Owners } from './visited-owners.ts';
import { groupByDay, groupByOwner, toCounted } from './written-subjects.ts';

/** What counting the clicks of a buffer needs. */
export interface CountParts {
  buffer: ClickBuffer;
  tally: TextTally;
  words: ClickWords;
  /** Whether single clicks are stored too. */
  isKeeping: boolean;
}

/** Counts clicks in the rollups of subjects. */
async function addToRollups(tx: Db, counted: CountedSubject[], { tally, words }: CountParts): Promise<void> {
  // In the one order in which every transaction locks rollups.
  const inOrder = counted.toSorted((left, right) => nounCodes[left.noun] - nounCodes[right.noun] || left.id - right.id);
  const { subjects, save } = await openSubjects(tx, inOrder, (clicks) => tally.sum(clicks));
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

function toKeptDays(buffer: ClickBuffer, links: SubjectClicks[], words: ClickWords): KeptDay[] {
  const kept: KeptDay[] = [];
  for (const link of links) {
    for (const { day, hours } of groupByDay(link)) {
      const count = hours.reduce((sum, { people, bots }) => sum + people + bots, 0);
      const clicks = new Uint8Array(count * KEPT_CLICK_BYTES);
      let offset = 0;
      for (const hour of hours) offset = buffer.writeKept(hour, words.byText, clicks, offset);
      kept.push({ linkId: link.id, day, clicks });
    }
  }
  return kept;
}

/** Counts clicks for what was visited: in its totals, in its rollups, and the clicks on links one by one. Returns the owners. */
export function countVisited(tx: Db, visited: SubjectClicks[], parts: CountParts): Promise<Owners> {
  return countWithGroups(tx, visited, parts, () => []);
}

/** Counts clicks for what was visited, and for its campaigns and owners. */
export function countAll(tx: Db, visited: SubjectClicks[], parts: CountParts): Promise<Owners> {
  return countWithGroups(tx, visited, parts, (owners) => groupByOwner(visited, owners));
}

async function countWithGroups(
  tx: Db,
  visited: SubjectClicks[],
  parts: CountParts,
  groupsOf: (owners: Owners) => CountedSubject[],
): Promise<Owners> {
  const { buffer, words, isKeeping } = parts;
  await words.begin(tx);
  const owners = await addTotals(tx, visited);
  const existing = visited.filter(({ noun, id }) => owners[noun].has(id));
  const groups = await findExisting(tx, groupsOf(owners));
  await addToRollups(tx, [...existing.map(toCounted), ...groups], parts);
  const links = existing.filter(({ noun }) => noun === 'link');
  if (isKeeping) await appendKeptClicks(tx, toKeptDays(buffer, links, words));
  return owners;
}

/** Counts clicks for campaigns and owners. */
export async function countGroups(tx: Db, groups: CountedSubject[], parts: CountParts): Promise<void> {
  await parts.words.begin(tx);
  await addToRollups(tx, await findExisting(tx, groups), parts);
}

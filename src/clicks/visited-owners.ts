import type { TrashNoun } from '../core/trash.ts';
import type { Db } from '../db/db.ts';
import { addLateVisits } from '../db/late-visits.ts';
import { isShared } from '../db/row-statement.ts';
import { addViews } from '../resources/bio/bio.store.ts';
import { addBlockClicks } from '../resources/bio/bio-block.store.ts';
import { addClicks } from '../resources/links/link-write.store.ts';
import { addScans } from '../resources/qr-codes/qr-code.store.ts';
import type { VisitedNoun, VisitedSubject } from '../rollups/subject.ts';
import type { SubjectClicks } from './click-buffer.ts';

/** The owner of a visited subject; only links have an alias and may have a campaign. */
export interface Owner {
  userId: number;
  alias?: string;
  campaignId?: number | null;
}

/** A subject that exists or is in the trash, with its owner. */
interface Owned<Subject> {
  subject: Subject;
  owner: Owner;
}

/** The clicks of a subject that exists or is in the trash. */
export type OwnedClicks = Owned<SubjectClicks>;

/** What is counted although it was deleted a moment ago: it can be restored with its statistics. */
const restorable: Partial<Record<VisitedNoun, TrashNoun>> = { link: 'url', qr: 'qr', bio: 'bio' };

/** Adds the clicks to the totals of the visited subjects; returns those that exist or are in the trash, with their owners. */
export function addTotals(tx: Db, subjects: SubjectClicks[]): Promise<OwnedClicks[]> {
  return addPeople(tx, subjects, ({ people }) => people);
}

/** Finds the owners of subjects without changing their totals. */
export function findOwners(tx: Db, subjects: SubjectClicks[]): Promise<OwnedClicks[]> {
  return addPeople(tx, subjects, () => 0);
}

/** Locks the rows of subjects until the transaction ends: until then no clicks on them are counted. SQLite has a single writer. */
export async function lockSubjects(tx: Db, subjects: VisitedSubject[]): Promise<void> {
  if (isShared(tx)) await addPeople(tx, subjects, () => 0);
}

async function addPeople<Subject extends VisitedSubject>(
  tx: Db,
  subjects: Subject[],
  countOf: (subject: Subject) => number,
): Promise<Owned<Subject>[]> {
  const people: Record<VisitedNoun, Map<number, number>> = {
    link: new Map(),
    qr: new Map(),
    bio: new Map(),
    block: new Map(),
  };
  for (const subject of subjects) people[subject.noun].set(subject.id, countOf(subject));
  const owners: Record<VisitedNoun, Map<number, Owner>> = {
    link: await addClicks(tx, people.link),
    qr: await addScans(tx, people.qr),
    bio: await addViews(tx, people.bio),
    block: await addBlockClicks(tx, people.block),
  };
  for (const [noun, trashNoun] of Object.entries(restorable) as [VisitedNoun, TrashNoun][]) {
    if (owners[noun].size === people[noun].size) continue;
    const missing = new Map([...people[noun]].filter(([id]) => !owners[noun].has(id)));
    for (const [id, owner] of await addLateVisits(tx, trashNoun, missing)) owners[noun].set(id, owner);
  }
  const owned: Owned<Subject>[] = [];
  for (const subject of subjects) {
    const owner = owners[subject.noun].get(subject.id);
    if (owner) owned.push({ subject, owner });
  }
  return owned;
}

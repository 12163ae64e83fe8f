import type { Db } from '../db/db.ts';
import { addViews } from '../resources/bio/bio.store.ts';
import { addBlockClicks } from '../resources/bio/bio-block.store.ts';
import { addClicks } from '../resources/links/link-write.store.ts';
import { addScans } from '../resources/qr-codes/qr-code.store.ts';
import type { VisitedNoun } from '../rollups/subject.ts';
import type { SubjectClicks } from './click-buffer.ts';

/** The owner of a visited subject; only a link has an alias, and may be in a campaign. */
export interface Owner {
  userId: number;
  alias?: string;
  campaignId?: number | null;
}

/** The owners of visited subjects that exist. */
export type Owners = Record<VisitedNoun, Map<number, Owner>>;

export function createOwners(): Owners {
  return { link: new Map(), qr: new Map(), bio: new Map(), block: new Map() };
}

/** Adds the clicks to the totals of what was visited, and returns its owners. A subject that was deleted has none. */
export function addTotals(tx: Db, subjects: SubjectClicks[]): Promise<Owners> {
  return addPeople(tx, subjects, ({ people }) => people);
}

/** The owners of subjects whose totals are already complete. */
export function findOwners(tx: Db, subjects: SubjectClicks[]): Promise<Owners> {
  return addPeople(tx, subjects, () => 0);
}

async function addPeople(
  tx: Db,
  subjects: SubjectClicks[],
  countOf: (subject: SubjectClicks) => number,
): Promise<Owners> {
  const people: Record<VisitedNoun, Map<number, number>> = {
    link: new Map(),
    qr: new Map(),
    bio: new Map(),
    block: new Map(),
  };
  for (const subject of subjects) people[subject.noun].set(subject.id, countOf(subject));
  return {
    link: await addClicks(tx, people.link),
    qr: await addScans(tx, people.qr),
    bio: await addViews(tx, people.bio),
    block: await addBlockClicks(tx, people.block),
  };
}

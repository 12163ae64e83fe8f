import type { Db } from '../db/db.ts';
import { addViews } from '../resources/bio/bio.store.ts';
import { addBlockClicks } from '../resources/bio/bio-block.store.ts';
import { addClicks } from '../resources/links/link-write.store.ts';
import { addScans } from '../resources/qr-codes/qr-code.store.ts';
import { type Dimension, dimensions } from '../rollups/dimension.ts';
import { appendKeptClicks } from '../rollups/kept-clicks.store.ts';
import type { KeptClick } from '../rollups/kept-clicks.ts';
import type { Words } from '../rollups/rollup-delta.ts';
import type { VisitedNoun } from '../rollups/subject.ts';
import { type Click, isPerson } from './click.ts';
import { type ClickGroup, ClickGroups } from './click-groups.ts';
import { assignWords, type WordedClick } from './click-words.ts';
import type { WordIdCache } from './word-id-cache.ts';

/** What counting clicks needs. */
export interface ApplyParts {
  book: WordIdCache;
  /** Whether single clicks are kept beside the counts. */
  isKeeping: boolean;
}

/** What became of a batch. */
export interface Applied {
  people: number;
  bots: number;
  /** Clicks of what has been deleted since. */
  orphans: number;
  /** Words that the book lacks with their numbers, good once the transaction is committed. */
  words: Map<string, number>;
  /** The clicks on links by their owner, for the live feeds. */
  byOwner: Map<number, CountedClick[]>;
}

/** A click whose link is there. */
export interface CountedClick {
  click: Click;
  alias: string;
}

/** A click with those that are counted in the same rollups as it. */
interface Placed extends WordedClick {
  ofUser: ClickGroup;
  /** Where the link is in a campaign. */
  ofCampaign: ClickGroup | undefined;
}

/** Whose it is that was visited; only a link has an alias, and may be in a campaign. */
interface Owner {
  userId: number;
  alias?: string;
  campaignId?: number | null;
}

type Owners = Record<VisitedNoun, Map<number, Owner>>;

/** Adds to the totals of what was visited, and finds out whose it is. */
async function findOwners(tx: Db, clicks: Click[]): Promise<Owners> {
  const people: Record<VisitedNoun, Map<number, number>> = {
    link: new Map(),
    qr: new Map(),
    bio: new Map(),
    block: new Map(),
  };
  for (const click of clicks) {
    const counts = people[click.noun];
    counts.set(click.id, (counts.get(click.id) ?? 0) + (isPerson(click) ? 1 : 0));
  }
  return {
    link: await addClicks(tx, people.link),
    qr: await addScans(tx, people.qr),
    bio: await addViews(tx, people.bio),
    block: await addBlockClicks(tx, people.block),
  };
}

function addToTally({ tally }: ClickGroup, click: Click, words: Words): void {
  if (isPerson(click)) tally.addPerson(click.visitor, words);
  else tally.addBot(words);
}

function addToTallies({ click, words, ofSubject, ofUser, ofCampaign }: Placed): void {
  addToTally(ofSubject, click, words);
  addToTally(ofUser, click, words);
  if (ofCampaign) addToTally(ofCampaign, click, words);
}

function toKept({ click, words }: Placed): KeptClick {
  const kept = { at: click.at, visitor: click.visitor } as KeptClick;
  for (let index = 0; index < dimensions.length; index += 1) kept[dimensions[index] as Dimension] = words[index] ?? 0;
  return kept;
}

function addToFeed(byOwner: Applied['byOwner'], userId: number, click: CountedClick): void {
  const clicks = byOwner.get(userId);
  if (clicks) clicks.push(click);
  else byOwner.set(userId, [click]);
}

/** Counts clicks: in the rollups of what was visited, of its campaign and of its owner, in its own total, and those of links one by one. */
export async function applyClicks(tx: Db, clicks: Click[], parts: ApplyParts): Promise<Applied> {
  const { book, isKeeping } = parts;
  await book.open(tx);
  const owners = await findOwners(tx, clicks);
  const groups = new ClickGroups();
  const placed: Placed[] = [];
  const applied: Applied = { people: 0, bots: 0, orphans: 0, words: new Map(), byOwner: new Map() };
  for (const click of clicks) {
    const owner = owners[click.noun].get(click.id);
    if (!owner) {
      applied.orphans += 1;
      continue;
    }
    if (isPerson(click)) applied.people += 1;
    else applied.bots += 1;
    const ofSubject = groups.place(click.noun, click.id, click);
    const ofUser = groups.place('user', owner.userId, click);
    const ofCampaign = owner.campaignId ? groups.place('campaign', owner.campaignId, click) : undefined;
    placed.push({ click, words: [], ofSubject, ofUser, ofCampaign });
    if (owner.alias !== undefined) addToFeed(applied.byOwner, owner.userId, { click, alias: owner.alias });
  }
  await groups.open(tx);
  applied.words = await assignWords(tx, placed, book);
  for (const one of placed) {
    addToTallies(one);
    if (isKeeping && one.click.noun === 'link') one.ofSubject.kept.push(toKept(one));
  }
  await groups.save(tx);
  if (isKeeping) await appendKeptClicks(tx, groups.keptDays());
  return applied;
}

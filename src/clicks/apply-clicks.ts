import type { Db } from '../db/db.ts';
import type { LinkService } from '../resources/links/link.service.ts';
import { type Dimension, dimensions } from '../rollups/dimension.ts';
import { appendKeptClicks } from '../rollups/kept.store.ts';
import type { KeptClick } from '../rollups/kept.ts';
import { OTHER } from '../rollups/page.ts';
import type { Words } from '../rollups/page-tally.ts';
import type { Click } from './click.ts';
import { type ClickGroup, ClickGroups } from './click-groups.ts';
import type { WordBook } from './word-book.ts';

/** What counting clicks needs. */
export interface ApplyParts {
  links: Pick<LinkService, 'addClicks'>;
  book: WordBook;
  /** Whether single clicks are kept beside the counts. */
  isKeeping: boolean;
}

/** What became of a batch. */
export interface Applied {
  people: number;
  bots: number;
  /** Clicks of links that have been deleted since. */
  orphans: number;
  /** Words that the book lacks with their numbers, good once the transaction is committed. */
  words: Map<string, number>;
  /** The clicks of each owner, to be told to whoever listens. */
  byOwner: Map<number, CountedClick[]>;
}

/** A click whose link is there. */
export interface CountedClick extends Click {
  alias: string;
}

/** A click with those that are counted in the same pages as it. */
interface Placed {
  click: CountedClick;
  words: Words;
  ofLink: ClickGroup;
  ofUser: ClickGroup;
}

function isPerson({ kind }: Click): boolean {
  return kind === 'person';
}

async function findOwners(tx: Db, clicks: Click[], links: ApplyParts['links']) {
  const people = new Map<number, number>();
  for (const click of clicks) {
    people.set(click.linkId, (people.get(click.linkId) ?? 0) + (isPerson(click) ? 1 : 0));
  }
  return links.addClicks(tx, people);
}

/** The words of a click; one without a number is one of too many, and counts as OTHER. */
function toWords({ values }: Click, numberOf: (text: string) => number | undefined): Words {
  const words: Words = [];
  for (const dimension of dimensions) {
    const text = values[dimension];
    words.push(text === undefined ? undefined : (numberOf(text) ?? OTHER));
  }
  return words;
}

/** Numbers for texts that the book lacks. A new one gets its own only while its link has room for it: anyone can make up referrers. */
async function numberTexts(tx: Db, placed: Placed[], texts: Set<string>, book: WordBook): Promise<Map<string, number>> {
  const words = await book.find(tx, texts);
  const fresh = new Set<string>();
  for (const { click, ofLink } of placed) {
    for (const dimension of dimensions) {
      const text = click.values[dimension];
      if (text === undefined || !texts.has(text) || words.has(text)) continue;
      if (!ofLink.entries[0]?.page?.isFull(dimension)) fresh.add(text);
    }
  }
  for (const [text, id] of await book.add(tx, fresh)) words.set(text, id);
  return words;
}

/** Gives every click its words; returns those that the book lacked. */
async function findWords(tx: Db, placed: Placed[], book: WordBook): Promise<Map<string, number>> {
  const lacking = new Set<string>();
  const unsure: Placed[] = [];
  for (const one of placed) {
    let isSure = true;
    one.words = toWords(one.click, (text) => {
      const id = book.numberOf(text);
      if (id === undefined) {
        lacking.add(text);
        isSure = false;
      }
      return id;
    });
    if (!isSure) unsure.push(one);
  }
  if (unsure.length === 0) return new Map();
  const words = await numberTexts(tx, unsure, lacking, book);
  for (const one of unsure) one.words = toWords(one.click, (text) => book.numberOf(text) ?? words.get(text));
  return words;
}

function addToTallies({ click, words, ofLink, ofUser }: Placed): void {
  for (const { tally } of [ofLink, ofUser]) {
    if (isPerson(click)) tally.addPerson(click.visitor, words);
    else tally.addBot(words);
  }
}

function toKept({ click, words }: Placed): KeptClick {
  const kept = { at: click.at, visitor: click.visitor } as KeptClick;
  for (let index = 0; index < dimensions.length; index += 1) kept[dimensions[index] as Dimension] = words[index] ?? 0;
  return kept;
}

/** Counts clicks: in the pages of their links and of the owners, in the links' own totals, and one by one. */
export async function applyClicks(tx: Db, clicks: Click[], { links, book, isKeeping }: ApplyParts): Promise<Applied> {
  const owners = await findOwners(tx, clicks, links);
  const groups = new ClickGroups();
  const placed: Placed[] = [];
  const applied: Applied = { people: 0, bots: 0, orphans: 0, words: new Map(), byOwner: new Map() };
  for (const click of clicks) {
    const owner = owners.get(click.linkId);
    if (!owner) {
      applied.orphans += 1;
      continue;
    }
    if (isPerson(click)) applied.people += 1;
    else applied.bots += 1;
    const counted = { ...click, alias: owner.alias };
    const ofLink = groups.place('link', click.linkId, click);
    const ofUser = groups.place('user', owner.userId, click);
    placed.push({ click: counted, words: [], ofLink, ofUser });
    const told = applied.byOwner.get(owner.userId);
    if (told) told.push(counted);
    else applied.byOwner.set(owner.userId, [counted]);
  }
  await groups.open(tx);
  applied.words = await findWords(tx, placed, book);
  for (const one of placed) {
    addToTallies(one);
    if (isKeeping) one.ofLink.kept.push(toKept(one));
  }
  await groups.save(tx);
  if (isKeeping) await appendKeptClicks(tx, groups.keptDays());
  return applied;
}

import type { Db } from '../db/db.ts';
import type { LinkService } from '../resources/links/link.service.ts';
import { type Dimension, dimensions } from '../rollups/dimension.ts';
import { appendKeptClicks } from '../rollups/kept.store.ts';
import type { KeptClick } from '../rollups/kept.ts';
import type { Page } from '../rollups/page.ts';
import { openPages, type PageGrowth, savePages } from '../rollups/rollup.store.ts';
import { DAY_MS, keyOf, periodsOf, type Subject } from '../rollups/subject.ts';
import type { Click } from './click.ts';
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
  /** Words with their numbers, good once the transaction is committed. */
  words: Map<string, number>;
  /** The clicks of each owner, to be told to whoever listens. */
  byOwner: Map<number, CountedClick[]>;
}

/** A click whose link is there. */
export interface CountedClick extends Click {
  alias: string;
}

interface Entry {
  growth: PageGrowth;
  page: Page | undefined;
}

/** A click with the pages that it is counted in; the first is its link's total. */
interface Placed {
  click: CountedClick;
  entries: Entry[];
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

/** The pages of all clicks, each once. */
class Entries {
  readonly all = new Map<string, Entry>();
  readonly #bySubject = new Map<string, Entry[]>();

  /** The pages of one subject that a moment falls into, with the visit counted in them. */
  place(subject: Subject, click: Click): Entry[] {
    const hour = Math.floor(click.at / 3_600_000);
    const name = `${subject.noun} ${subject.id} ${hour}`;
    let entries = this.#bySubject.get(name);
    if (!entries) {
      entries = periodsOf(click.at).map((period) => this.#entryOf({ ...subject, ...period }));
      this.#bySubject.set(name, entries);
    }
    for (const { growth } of entries) {
      if (isPerson(click)) growth.clicks += 1;
      else growth.bots += 1;
    }
    return entries;
  }

  #entryOf(key: PageGrowth['key']): Entry {
    const name = keyOf(key);
    let entry = this.all.get(name);
    if (!entry) {
      entry = { growth: { key, clicks: 0, bots: 0 }, page: undefined };
      this.all.set(name, entry);
    }
    return entry;
  }

  async open(tx: Db): Promise<void> {
    const pages = await openPages(
      tx,
      [...this.all.values()].map(({ growth }) => growth),
    );
    for (const [name, entry] of this.all) entry.page = pages.get(name);
  }

  async save(tx: Db): Promise<void> {
    const rows = [...this.all.values()].flatMap(({ growth, page }) => (page ? [{ key: growth.key, page }] : []));
    await savePages(tx, rows);
  }
}

/** Numbers for the words of these clicks. A new word gets one only while its link has room for it: anyone can make up referrers. */
async function numberWords(tx: Db, placed: Placed[], book: WordBook): Promise<Map<string, number>> {
  const texts = new Set<string>();
  for (const { click } of placed) for (const text of Object.values(click.values)) texts.add(text);
  const words = await book.find(tx, texts);
  if (words.size === texts.size) return words;
  const fresh = new Set<string>();
  for (const { click, entries } of placed) {
    for (const [dimension, text] of Object.entries(click.values)) {
      if (!words.has(text) && !entries[0]?.page?.isFull(dimension as Dimension)) fresh.add(text);
    }
  }
  for (const [text, id] of await book.add(tx, fresh)) words.set(text, id);
  return words;
}

function addToPages({ click, entries }: Placed, words: Map<string, number>): void {
  for (const { page } of entries) {
    if (!page) continue;
    if (!isPerson(click)) {
      page.add('bot', words.get(click.kind) ?? 0);
      continue;
    }
    page.visitors.add(click.visitor);
    for (const dimension of dimensions) {
      const text = click.values[dimension];
      // A word without a number is one of too many, and counts as OTHER.
      if (text !== undefined) page.add(dimension, words.get(text) ?? 0);
    }
  }
}

function toKept(click: Click, words: Map<string, number>): KeptClick {
  const kept = { at: click.at, visitor: click.visitor } as KeptClick;
  for (const dimension of dimensions) kept[dimension] = words.get(click.values[dimension] ?? '') ?? 0;
  return kept;
}

function keptByDay(placed: Placed[], words: Map<string, number>) {
  const rows = new Map<string, { linkId: number; day: number; clicks: KeptClick[] }>();
  for (const { click } of placed) {
    const { linkId, at } = click;
    const day = at - (at % DAY_MS);
    const name = `${linkId} ${day}`;
    const row = rows.get(name) ?? { linkId, day, clicks: [] };
    row.clicks.push(toKept(click, words));
    rows.set(name, row);
  }
  return [...rows.values()];
}

/** Counts clicks: in the pages of their links and of the owners, in the links' own totals, and one by one. */
export async function applyClicks(tx: Db, clicks: Click[], { links, book, isKeeping }: ApplyParts): Promise<Applied> {
  const owners = await findOwners(tx, clicks, links);
  const entries = new Entries();
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
    const ofLink = entries.place({ noun: 'link', id: click.linkId }, click);
    const ofUser = entries.place({ noun: 'user', id: owner.userId }, click);
    placed.push({ click: counted, entries: [...ofLink, ...ofUser] });
    const told = applied.byOwner.get(owner.userId);
    if (told) told.push(counted);
    else applied.byOwner.set(owner.userId, [counted]);
  }
  await entries.open(tx);
  applied.words = await numberWords(tx, placed, book);
  for (const one of placed) addToPages(one, applied.words);
  await entries.save(tx);
  if (isKeeping) await appendKeptClicks(tx, keptByDay(placed, applied.words));
  return applied;
}

import type { Db } from '../db/db.ts';
import { dimensions } from '../rollups/dimension.ts';
import { OTHER, type Page } from '../rollups/page.ts';
import type { Words } from '../rollups/page-tally.ts';
import { type Click, isPerson } from './click.ts';
import type { ClickGroup } from './click-groups.ts';
import type { WordBook } from './word-book.ts';

/** A click with its words, which are empty until they are assigned. */
export interface WordedClick {
  click: Click;
  words: Words;
  ofSubject: ClickGroup;
}

/** The words of a click; a text without a number is counted as OTHER. */
function toWords({ values }: Click, numberOf: (text: string) => number | undefined): Words {
  const words: Words = [];
  for (const dimension of dimensions) {
    const text = values[dimension];
    words.push(text === undefined ? undefined : (numberOf(text) ?? OTHER));
  }
  return words;
}

/**
 * The texts that get a word of their own: anyone can make up referrers, so a subject adds no more words than its total page has
 * room for, and a machine adds only its kind, of which there are five.
 */
function chooseNewTexts(unsure: WordedClick[], isNew: (text: string) => boolean): Set<string> {
  const chosen = new Set<string>();
  const chosenByPage = new Map<Page | undefined, Set<string>[]>();
  for (const { click, ofSubject } of unsure) {
    if (!isPerson(click)) {
      const { bot } = click.values;
      if (bot !== undefined && isNew(bot)) chosen.add(bot);
      continue;
    }
    const page = ofSubject.entries[0]?.page;
    for (const [section, dimension] of dimensions.entries()) {
      const text = click.values[dimension];
      if (text === undefined || !isNew(text)) continue;
      const bySection = chosenByPage.get(page) ?? dimensions.map(() => new Set<string>());
      chosenByPage.set(page, bySection);
      const ofPage = bySection[section] as Set<string>;
      if (ofPage.size >= (page?.roomIn(dimension) ?? 0)) continue;
      ofPage.add(text);
      chosen.add(text);
    }
  }
  return chosen;
}

/** Gives every click its words; returns those that the book lacked. */
export async function assignWords(tx: Db, clicks: WordedClick[], book: WordBook): Promise<Map<string, number>> {
  const lacking = new Set<string>();
  const unsure: WordedClick[] = [];
  for (const one of clicks) {
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
  const words = await book.find(tx, lacking);
  const chosen = chooseNewTexts(unsure, (text) => lacking.has(text) && !words.has(text));
  for (const [text, id] of await book.add(tx, chosen)) words.set(text, id);
  for (const one of unsure) one.words = toWords(one.click, (text) => book.numberOf(text) ?? words.get(text));
  return words;
}

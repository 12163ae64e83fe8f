import type { Db } from '../db/db.ts';
import { dimensions } from '../rollups/dimension.ts';
import { OTHER, type Rollup } from '../rollups/rollup.ts';
import type { Words } from '../rollups/rollup-delta.ts';
import { type Click, isPerson } from './click.ts';
import type { ClickGroup } from './click-groups.ts';
import type { WordIdCache } from './word-id-cache.ts';

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
 * The texts that get a word of their own: anyone can make up referrers, so a subject adds no more words than its total rollup has
 * room for, and a machine adds only its kind, of which there are five.
 */
function chooseNewTexts(unsure: WordedClick[], isNew: (text: string) => boolean): Set<string> {
  const chosen = new Set<string>();
  const chosenByRollup = new Map<Rollup | undefined, Set<string>[]>();
  for (const { click, ofSubject } of unsure) {
    if (!isPerson(click)) {
      const { bot } = click.values;
      if (bot !== undefined && isNew(bot)) chosen.add(bot);
      continue;
    }
    const rollup = ofSubject.entries[0]?.rollup;
    for (const [section, dimension] of dimensions.entries()) {
      const text = click.values[dimension];
      if (text === undefined || !isNew(text)) continue;
      const bySection = chosenByRollup.get(rollup) ?? dimensions.map(() => new Set<string>());
      chosenByRollup.set(rollup, bySection);
      const ofRollup = bySection[section] as Set<string>;
      if (ofRollup.size >= (rollup?.roomIn(dimension) ?? 0)) continue;
      ofRollup.add(text);
      chosen.add(text);
    }
  }
  return chosen;
}

/** Gives every click its words; returns those that the book lacked. */
export async function assignWords(tx: Db, clicks: WordedClick[], book: WordIdCache): Promise<Map<string, number>> {
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

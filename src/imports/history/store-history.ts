import { findExisting } from '../../clicks/groups.store.ts';
import type { Db } from '../../db/db.ts';
import { type Dimension, dimensionIndex, dimensions } from '../../rollups/dimension.ts';
import { replaceFirstHours } from '../../rollups/first-hour.store.ts';
import { appendKeptClicks, type KeptDay } from '../../rollups/kept-clicks.store.ts';
import { keptClickBytes, writeKeptClick, writeKeptWord } from '../../rollups/kept-clicks.ts';
import { openRollups, saveRollups } from '../../rollups/rollup.store.ts';
import { OTHER, Rollup } from '../../rollups/rollup.ts';
import { RollupDelta } from '../../rollups/rollup-delta.ts';
import { compareKeys, DAY_MS, keptKeyOf, type Noun, type RollupKey } from '../../rollups/subject.ts';
import { VisitorSketch } from '../../rollups/visitor-sketch.ts';
import { addWords, holdWords } from '../../rollups/word.store.ts';
import { readSweepNumber } from '../../rollups/word-sweep.store.ts';
import { addToLinks } from '../import-ref.store.ts';
import {
  type BatchTexts,
  type KeptImport,
  type LinkSums,
  type SlotSum,
  sectionOfPlace,
  textOfPlace,
} from './history-sums.ts';

/** A rollup to change, with what is added to it. */
interface Addition {
  key: RollupKey;
  sum: SlotSum;
}

/** Adds up the links of a campaign or of an owner. */
function sumGroup(all: LinkSums[]): SlotSum[] {
  const slots = new Map<string, SlotSum>();
  for (const { slots: own } of all) {
    for (const [name, sum] of own) {
      let group = slots.get(name);
      if (!group) {
        group = { ...sum, clicks: 0, bots: 0, counts: new Map(), visitors: [] };
        slots.set(name, group);
      }
      group.clicks += sum.clicks;
      group.bots += sum.bots;
      for (const [place, count] of sum.counts) group.counts.set(place, (group.counts.get(place) ?? 0) + count);
      for (const visitor of sum.visitors) group.visitors.push(visitor);
    }
  }
  return [...slots.values()];
}

function additionsOf(noun: Noun, id: number, sums: Iterable<SlotSum>): Addition[] {
  return Array.from(sums, (sum) => ({ key: { noun, id, span: sum.span, start: sum.start }, sum }));
}

/** Links, and the campaigns and the owner that contain them. */
async function listAdditions(
  tx: Db,
  owner: number,
  links: Map<number, LinkSums>,
  campaigns: Map<number, number | null>,
): Promise<Addition[]> {
  const byCampaign = Map.groupBy(links, ([id]) => campaigns.get(id) ?? 0);
  byCampaign.delete(0);
  const groups = [
    ...Array.from(byCampaign.keys(), (id) => ({ noun: 'campaign' as const, id, hours: [] })),
    { noun: 'user' as const, id: owner, hours: [] },
  ];
  const additions = [...links].flatMap(([id, { slots }]) => additionsOf('link', id, slots.values()));
  for (const { noun, id } of await findExisting(tx, groups)) {
    const members = noun === 'user' ? [...links] : (byCampaign.get(id) ?? []);
    additions.push(...additionsOf(noun, id, sumGroup(members.map(([, sums]) => sums))));
  }
  return additions.sort((left, right) => compareKeys(left.key, right.key));
}

/** Finds the words of all texts. A new text becomes a word if the total of its link has room for it. */
async function assignWords(
  tx: Db,
  { texts }: BatchTexts,
  additions: Addition[],
  rollups: Rollup[],
): Promise<Float64Array> {
  const found = await holdWords(tx, texts);
  const chosen = new Set<string>();
  for (const [index, { key, sum }] of additions.entries()) {
    if (key.noun !== 'link' || key.span !== 'total') continue;
    const room = new Map<number, number>();
    for (const place of sum.counts.keys()) {
      const text = texts[textOfPlace(place)] as string;
      if (found.has(text)) continue;
      const section = sectionOfPlace(place);
      const left = room.get(section) ?? (rollups[index] as Rollup).roomIn(dimensions[section] as Dimension);
      room.set(section, left - 1);
      if (left > 0) chosen.add(text);
    }
  }
  const added = chosen.size > 0 ? await addWords(tx, [...chosen]) : new Map<string, number>();
  return Float64Array.from(texts, (text) => found.get(text) ?? added.get(text) ?? OTHER);
}

function toKeptDays(linkId: number, kept: KeptImport[], texts: BatchTexts, words: Float64Array): KeptDay[] {
  const inOrder = kept.toSorted((left, right) => left.at - right.at);
  const days = Map.groupBy(inOrder, ({ at }) => at - (at % DAY_MS));
  return Array.from(days, ([day, clicks]): KeptDay => {
    const used = clicks.flatMap(({ values }) =>
      (Object.keys(values) as Dimension[]).map((name) => dimensionIndex[name]),
    );
    const dimensionCount = Math.max(-1, ...used) + 1;
    const size = keptClickBytes(dimensionCount);
    const bytes = new Uint8Array(clicks.length * size);
    for (const [index, { at, visitor, values }] of clicks.entries()) {
      writeKeptClick(bytes, index * size, at, visitor);
      for (const [dimension, text] of Object.entries(values)) {
        const word = words[texts.numberOf(text)] as number;
        writeKeptWord(bytes, index * size, dimensionIndex[dimension as Dimension], word);
      }
    }
    return { key: keptKeyOf({ noun: 'link', id: linkId }), day, clicks: { dimensionCount, bytes } };
  });
}

/** Adds imported clicks to the totals, rollups and kept clicks of links, and to the rollups of their campaigns and their owner. */
export async function storeHistory(
  tx: Db,
  owner: number,
  links: Map<number, LinkSums>,
  texts: BatchTexts,
): Promise<void> {
  if (links.size === 0) return;
  // First in the transaction, so that no sweep deletes words that it uses.
  await readSweepNumber(tx);
  const campaigns = await addToLinks(tx, links);
  const existing = new Map([...links].filter(([id]) => campaigns.has(id)).sort(([left], [right]) => left - right));
  // Texts of kept clicks of bots have no counts.
  for (const { kept } of existing.values())
    for (const { values } of kept) for (const text of Object.values(values)) texts.numberOf(text);
  const additions = await listAdditions(tx, owner, existing, campaigns);
  await replaceFirstHours(
    tx,
    Array.from(existing.keys(), (id) => ({ noun: 'link', id })),
  );
  const stored = await openRollups(
    tx,
    additions.map(({ key }) => key),
  );
  const rollups = stored.map((rollup) => rollup ?? new Rollup());
  const words = await assignWords(tx, texts, additions, rollups);
  const written = additions.map(({ key, sum }, index) => {
    const rollup = rollups[index] as Rollup;
    rollup.clicks += sum.clicks;
    rollup.bots += sum.bots;
    const delta = new RollupDelta(VisitorSketch.of(sum.visitors));
    for (const [place, count] of sum.counts)
      delta.addWord(sectionOfPlace(place), words[textOfPlace(place)] as number, count);
    delta.addTo([rollup]);
    return { key, rollup };
  });
  await saveRollups(tx, written);
  const days = [...existing].flatMap(([id, { kept }]) => (kept.length > 0 ? toKeptDays(id, kept, texts, words) : []));
  if (days.length > 0) await appendKeptClicks(tx, days);
}

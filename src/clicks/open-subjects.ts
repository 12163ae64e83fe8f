import type { Db } from '../db/db.ts';
import { openRollups, saveRollups } from '../rollups/rollup.store.ts';
import { Rollup } from '../rollups/rollup.ts';
import { compareKeys, type Noun, type RollupKey, timeSlotsOf } from '../rollups/subject.ts';
import type { HourClicks } from './click-buffer.ts';
import type { ClickSum } from './text-tally.ts';

/** The clicks of a subject in one hour, as one or more lists. */
export interface SubjectHour {
  hour: number;
  clicks: HourClicks[];
}

/** A subject whose clicks are to be counted. */
export interface CountedSubject {
  noun: Noun;
  id: number;
  hours: SubjectHour[];
}

/** The clicks of an hour, added up, with the rollups that count them: the total, its day, and the hour itself. */
export interface OpenHour {
  sum: ClickSum;
  people: number;
  bots: number;
  rollups: Rollup[];
}

/** A subject with its rollups. */
export interface OpenSubject {
  noun: Noun;
  total: Rollup;
  hours: OpenHour[];
}

/** Subjects that one transaction counts. */
export interface OpenSubjects {
  subjects: OpenSubject[];
  /** Stores their rollups. */
  save(tx: Db): Promise<void>;
}

/** The keys of a subject's rollups, in their order. */
function keysOf({ noun, id, hours }: CountedSubject): RollupKey[] {
  const keys: RollupKey[] = [];
  for (const { hour } of hours) {
    for (const { span, start } of timeSlotsOf(hour)) {
      if (!keys.some((key) => key.span === span && key.start === start)) keys.push({ noun, id, span, start });
    }
  }
  return hours.length === 1 ? keys : keys.sort(compareKeys);
}

function toOpenHour({ hour, clicks }: SubjectHour, keys: RollupKey[], rollups: Rollup[], sum: ClickSum): OpenHour {
  const slots = timeSlotsOf(hour);
  const ofHour = rollups.filter((rollup, index) => {
    const key = keys[index] as RollupKey;
    const isNew = rollups.indexOf(rollup) === index;
    return isNew && slots.some(({ span, start }) => key.span === span && key.start === start);
  });
  const people = clicks.reduce((all, one) => all + one.people, 0);
  const bots = clicks.reduce((all, one) => all + one.bots, 0);
  return { sum, people, bots, rollups: ofHour };
}

/** Opens the rollups of subjects, which are sorted by noun and id. */
export async function openSubjects(
  tx: Db,
  counted: CountedSubject[],
  sumOf: (clicks: HourClicks[]) => ClickSum,
): Promise<OpenSubjects> {
  const keysBySubject = counted.map(keysOf);
  const keys = keysBySubject.flat();
  const found = await openRollups(tx, keys);
  const written: { key: RollupKey; rollup: Rollup }[] = [];
  const subjects = counted.map(({ noun, hours }, index): OpenSubject => {
    const ownKeys = keysBySubject[index] as RollupKey[];
    const own = found.slice(written.length, written.length + ownKeys.length);
    // The first clicks of a subject, all in one hour, make all its rollups alike: one object stands for them.
    const isAlike = hours.length === 1 && own.every((rollup) => rollup === undefined);
    const only = isAlike ? new Rollup() : undefined;
    const rollups = own.map((rollup) => rollup ?? only ?? new Rollup());
    for (const [place, rollup] of rollups.entries()) written.push({ key: ownKeys[place] as RollupKey, rollup });
    return {
      noun,
      // The total has the lowest key.
      total: rollups[0] as Rollup,
      hours: hours.map((hour) => toOpenHour(hour, ownKeys, rollups, sumOf(hour.clicks))),
    };
  });
  return { subjects, save: (saving) => saveRollups(saving, written) };
}

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

function toOpenHour({ clicks }: SubjectHour, rollups: Rollup[], sum: ClickSum): OpenHour {
  let people = 0;
  let bots = 0;
  for (const hour of clicks) {
    people += hour.people;
    bots += hour.bots;
  }
  return { sum, people, bots, rollups };
}

function findRollups({ hour }: SubjectHour, keys: RollupKey[], rollups: Rollup[]): Rollup[] {
  const slots = timeSlotsOf(hour);
  return rollups.filter((_, index) => {
    const key = keys[index] as RollupKey;
    return slots.some(({ span, start }) => key.span === span && key.start === start);
  });
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
    const [hour] = hours;
    const isFirst = ownKeys.every((_, place) => found[written.length + place] === undefined);
    // The first clicks of a subject, all in one hour, give all its rollups the same content, so they share one object.
    const only = isFirst && hours.length === 1 ? new Rollup() : undefined;
    const rollups: Rollup[] = [];
    for (const key of ownKeys) {
      const rollup = only ?? found[written.length] ?? new Rollup();
      written.push({ key, rollup });
      rollups.push(rollup);
    }
    // The total has the lowest key.
    const total = rollups[0] as Rollup;
    if (hour && hours.length === 1) {
      return { noun, total, hours: [toOpenHour(hour, only ? [only] : rollups, sumOf(hour.clicks))] };
    }
    const open = hours.map((one) => toOpenHour(one, findRollups(one, ownKeys, rollups), sumOf(one.clicks)));
    return { noun, total, hours: open };
  });
  return { subjects, save: (saving) => saveRollups(saving, written) };
}

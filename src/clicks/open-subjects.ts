import type { Db } from '../db/db.ts';
import { isShared } from '../db/row-statement.ts';
import { findStoredRollups, replaceFirstHours, type StoredRollups } from '../rollups/first-hour.store.ts';
import { openRollups, saveRollups } from '../rollups/rollup.store.ts';
import { Rollup } from '../rollups/rollup.ts';
import {
  compareKeys,
  isVisited,
  type Noun,
  type RollupKey,
  type RollupRowKey,
  timeSlotsOf,
} from '../rollups/subject.ts';
import type { ClickSum } from './text-tally.ts';

/** The sum of a subject's clicks in one hour. */
export interface SubjectHour {
  hour: number;
  people: number;
  bots: number;
  sum: ClickSum;
}

/** A subject whose clicks are to be counted. */
export interface CountedSubject {
  noun: Noun;
  id: number;
  hours: SubjectHour[];
}

/** The sum of the clicks in an hour, and the rollups to add it to: the total, the day and the hour, or the first hour. */
export interface OpenHour extends SubjectHour {
  rollups: Rollup[];
}

/** A subject with its rollups. */
export interface OpenSubject {
  noun: Noun;
  /** The total, or a first hour with the same content. */
  total: Rollup;
  hours: OpenHour[];
}

/** The subjects that one transaction counts. */
export interface OpenSubjects {
  subjects: OpenSubject[];
  /** Saves their rollups. */
  save(tx: Db): Promise<void>;
}

/** The sorted keys of the total, the days and the hours of a subject. */
function keysOfSlots({ noun, id, hours }: CountedSubject): RollupKey[] {
  const [only] = hours;
  if (only && hours.length === 1) return timeSlotsOf(only.hour).map(({ span, start }) => ({ noun, id, span, start }));
  const keys: RollupKey[] = [];
  for (const { hour } of hours) {
    for (const { span, start } of timeSlotsOf(hour)) {
      if (!keys.some((key) => key.span === span && key.start === start)) keys.push({ noun, id, span, start });
    }
  }
  return keys.sort(compareKeys);
}

/** A subject whose clicks are to be counted, with what the store has of it. */
interface StoredSubject {
  subject: CountedSubject;
  stored: StoredRollups;
  /** Whether its clicks are added to its first hour, which may be new. */
  goesToFirstHour: boolean;
}

/** The sorted keys of the rollups to which the clicks of a subject are added. */
function keysOf({ subject, goesToFirstHour }: StoredSubject): RollupRowKey[] {
  const { noun, id, hours } = subject;
  return goesToFirstHour
    ? hours.map(({ hour }) => ({ noun, id, span: 'firstHour', start: hour }))
    : keysOfSlots(subject);
}

function findRollups({ hour }: SubjectHour, keys: RollupRowKey[], rollups: Rollup[]): Rollup[] {
  const slots = timeSlotsOf(hour);
  return rollups.filter((_, index) => {
    const key = keys[index] as RollupRowKey;
    return slots.some(({ span, start }) => key.span === span && key.start === start);
  });
}

function areEqual(left: Rollup | undefined, right: Rollup | undefined): boolean {
  return left && right ? left.equals(right) : left === right;
}

function goesToFirstHour({ hours }: CountedSubject, stored: StoredRollups, hasFirstHours: boolean): boolean {
  const [only] = hours;
  if (stored === 'slots' || only === undefined || hours.length > 1) return false;
  return stored === 'nothing' ? hasFirstHours : stored.firstHour === only.hour;
}

/** Finds out what the store has of the subjects. Campaigns and owners are few, and have no first hours. */
async function findStored(tx: Db, counted: CountedSubject[], hasFirstHours: boolean): Promise<StoredSubject[]> {
  // Without first hours, only SQLite gains from knowing which subjects have nothing.
  const isNeeded = hasFirstHours || !isShared(tx);
  const visited = isNeeded ? counted.filter(({ noun }) => isVisited(noun)) : [];
  const found = (await findStoredRollups(tx, visited)).values();
  return counted.map((subject) => {
    const stored = (isNeeded && isVisited(subject.noun) && found.next().value) || 'slots';
    return { subject, stored, goesToFirstHour: goesToFirstHour(subject, stored, hasFirstHours) };
  });
}

function mustReplace({ stored, goesToFirstHour }: StoredSubject): boolean {
  return typeof stored === 'object' && !goesToFirstHour;
}

/**
 * Opens the rollups of subjects, which must be sorted by noun and id. The rows of those that are visited (links and so on) must be locked.
 * If `hasFirstHours`, a subject without rollups gets a first hour. Rollups of a subject that are equal, because their clicks are from one
 * hour or day, share one object, to which clicks are added once.
 */
export async function openSubjects(tx: Db, counted: CountedSubject[], hasFirstHours: boolean): Promise<OpenSubjects> {
  const stored = await findStored(tx, counted, hasFirstHours);
  await replaceFirstHours(
    tx,
    stored.filter(mustReplace).map(({ subject }) => subject),
  );
  const keysBySubject = stored.map(keysOf);
  const keys = keysBySubject.flat();
  const absent = new Set(keysBySubject.filter((_, index) => stored[index]?.stored === 'nothing').flat());
  const found = await openRollups(tx, keys, absent);
  const written: { key: RollupRowKey; rollup: Rollup }[] = [];
  const subjects = counted.map(({ noun, hours }, index): OpenSubject => {
    const ownKeys = keysBySubject[index] as RollupRowKey[];
    const [hour] = hours;
    const first = written.length;
    const rollups: Rollup[] = [];
    for (const key of ownKeys) {
      const place = written.length;
      const isShared = hours.length === 1 && place > first && areEqual(found[place - 1], found[place]);
      if (!isShared) rollups.push(found[place] ?? new Rollup());
      written.push({ key, rollup: rollups.at(-1) as Rollup });
    }
    // The first hour or the total has the lowest key.
    const total = rollups[0] as Rollup;
    if (hour && hours.length === 1) return { noun, total, hours: [{ ...hour, rollups }] };
    return { noun, total, hours: hours.map((one) => ({ ...one, rollups: findRollups(one, ownKeys, rollups) })) };
  });
  return { subjects, save: (saving) => saveRollups(saving, written) };
}

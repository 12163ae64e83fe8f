import type { DumpValue } from './sql-values.ts';

/**
 * How a value of a dump is kept. Times are epoch milliseconds in UTC, and null if they are not a valid time, such as `0000-00-00`. A word is a text that
 * many rows have, stored as its number.
 */
export type ColumnKind = 'text' | 'word' | 'number' | 'time' | 'flag';

/** A table that an import source needs. It is found by its columns, whatever its name. */
export interface WantedTable {
  /** Its name in the queries of the source. */
  name: string;
  columns: Record<string, ColumnKind>;
  /** Columns that a table of an older version may lack. */
  optional?: readonly string[];
  /** Whether a dump without it can be imported. */
  isOptional?: boolean;
  /** Columns by which the source looks up rows. */
  index?: readonly string[];
  /** How its name usually ends; decides if several tables have these columns. */
  ending: RegExp;
  /** The order of the columns in the program, for dumps that do not say it. */
  order: readonly string[];
}

export type StoredValue = string | number | null;

const SECONDS_LENGTH = 'YYYY-MM-DD HH:MM:SS'.length;
const PLAIN_TIME = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(Z|[+-]\d\d(?::?\d\d)?)?$/;

function toMs(isoText: string): number | null {
  const ms = Date.parse(isoText);
  return ms > 0 ? ms : null;
}

/** Reads a time as databases write it. */
export function readTime(text: string): number | null {
  // The usual form, without the cost of a pattern.
  if (text.length === SECONDS_LENGTH && text[10] === ' ') return toMs(`${text.slice(0, 10)}T${text.slice(11)}Z`);
  if (/^\d{10,13}$/.test(text)) return Number(text);
  const found = PLAIN_TIME.exec(text);
  if (!found) return null;
  const [, zone] = found;
  const time = text.slice(11, zone === undefined ? undefined : -zone.length);
  const offset = zone?.length === 3 ? `${zone}:00` : (zone ?? 'Z');
  return toMs(`${text.slice(0, 10)}T${time}${offset}`);
}

const readers: Record<Exclude<ColumnKind, 'word'>, (value: string) => StoredValue> = {
  text: (value) => value,
  number: (value) => {
    const number = Number(value.trim() || '0');
    return Number.isSafeInteger(number) ? number : 0;
  },
  time: readTime,
  // The last one is a BIT of MySQL.
  flag: (value) => (['1', 't', 'true', '\u0001'].includes(value.toLowerCase()) ? 1 : 0),
};

/** Where the columns of a wanted table are in a table of a dump; undefined if it is another table. */
export function findColumnPlaces(wanted: WantedTable, columns: readonly string[]): number[] | undefined {
  const places = Object.keys(wanted.columns).map((name) => columns.indexOf(name));
  const isMissing = Object.keys(wanted.columns).some(
    (name, index) => places[index] === -1 && !wanted.optional?.includes(name),
  );
  return isMissing ? undefined : places;
}

/** Converts the values of a row, picking the wanted ones. */
export function createRowConverter(
  wanted: WantedTable,
  places: number[],
  wordIdOf: (text: string) => number,
): (values: readonly DumpValue[]) => StoredValue[] {
  const kinds = Object.values(wanted.columns).map((kind) => (kind === 'word' ? wordIdOf : readers[kind]));
  return (values) =>
    kinds.map((read, index) => {
      const value = values[places[index] ?? -1] ?? null;
      return value === null ? null : read(value);
    });
}

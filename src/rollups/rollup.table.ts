import type { Generated } from 'kysely';

/** All counts of one subject in one time slot, or in its first hour. */
export interface RollupTable {
  noun: number;
  noun_id: number;
  /** The code of a span, or `FIRST_HOUR`. */
  span: number;
  start: number;
  clicks: number;
  bots: number;
  counts: Uint8Array | null;
  visitors: Uint8Array | null;
}

/** The texts of the words in rollups and kept clicks. */
export interface WordTable {
  id: Generated<number>;
  text: string;
  /** The sweep that found the word unused; 0 if it is in use. */
  unused_in: Generated<number>;
}

/** The newest row is the last sweep that has ended; a transaction that stores words locks that row. */
export interface WordSweepTable {
  number: number;
}

/** Kept clicks of one subject and day, up to 100 in a row. */
export interface KeptClickTable {
  /** See `keptKeyOf`. */
  subject_key: number;
  day: number;
  part: number;
  records: number;
  bytes: Uint8Array;
}

/** How far each journal of clicks has been counted. */
export interface JournalTable {
  id: string;
  segment: number;
  position: number;
  /** While several transactions write the clicks after the position: where these clicks end; 0 otherwise. */
  partly_segment: Generated<number>;
  partly_position: Generated<number>;
  /** The last subject for which these clicks are counted. */
  partly_noun: Generated<number>;
  partly_noun_id: Generated<number>;
  updated_at: number;
}

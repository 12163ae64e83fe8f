/** The nouns that have statistics, with their codes in the database; a code is never reused. */
export const nounCodes = { user: 1, link: 2, qr: 3, campaign: 4, bio: 5, block: 6 } as const;

/** The spans of rollups, with their codes in the database. */
export const spanCodes = { total: 0, day: 1, hour: 2 } as const;

export type Noun = keyof typeof nounCodes;

/** The nouns that are visited directly. */
export const visitedNouns = ['link', 'qr', 'bio', 'block'] as const satisfies Noun[];

export type VisitedNoun = (typeof visitedNouns)[number];

/** Whether the noun is visited directly. */
export function isVisited(noun: Noun): noun is VisitedNoun {
  return (visitedNouns as readonly Noun[]).includes(noun);
}

/** A visit as it is passed to the journal. */
export interface CapturedVisit {
  noun: VisitedNoun;
  id: number;
  headers: Headers;
  /** The address of the connection: the visitor's or a proxy's. */
  peer: string;
  /** Epoch milliseconds. */
  at: number;
  isHead: boolean;
  /** Whether the QR code of the link was scanned. */
  isScan: boolean;
  /** The UTM parameters of the URL that the visitor is sent to, by `utmQueryOf`. */
  utm: string;
  /** What chose the destination; '' if nothing but the link itself did. */
  route: string;
}

/** Something that is visited directly. */
export interface VisitedSubject {
  noun: VisitedNoun;
  id: number;
}

// Above every code of a noun.
const KEY_STEP = 16;

/**
 * The key of a subject among the kept clicks. The key of a link is its id, because the table once held only links; the keys of
 * other nouns are negative.
 */
export function keptKeyOf({ noun, id }: VisitedSubject): number {
  return noun === 'link' ? id : -(id * KEY_STEP + nounCodes[noun]);
}

export type Span = keyof typeof spanCodes;

/** What has statistics: a noun and its id. */
export interface Subject {
  noun: Noun;
  id: number;
}

/** The time that a rollup covers: everything, a UTC day or a UTC hour. */
export interface TimeSlot {
  span: Span;
  /** Epoch milliseconds of the UTC hour or day; 0 for the total. */
  start: number;
}

/** Identifies a rollup: its subject and its time slot. */
export interface RollupKey extends Subject, TimeSlot {}

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** Hourly rollups are deleted after this many days; daily ones stay. */
export const HOURS_KEPT_DAYS = 90;

/** The time slots that contain a moment. */
export function timeSlotsOf(at: number): TimeSlot[] {
  return [
    { span: 'total', start: 0 },
    { span: 'day', start: at - (at % DAY_MS) },
    { span: 'hour', start: at - (at % HOUR_MS) },
  ];
}

/** The order in which every transaction locks rollups, so that no two transactions deadlock. */
export function compareKeys(left: RollupKey, right: RollupKey): number {
  return (
    nounCodes[left.noun] - nounCodes[right.noun] ||
    left.id - right.id ||
    spanCodes[left.span] - spanCodes[right.span] ||
    left.start - right.start
  );
}

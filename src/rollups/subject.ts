/** The nouns that have statistics, with their codes in the database; a code is never reused. */
export const nounCodes = { user: 1, link: 2, qr: 3, campaign: 4, bio: 5, block: 6 } as const;

/** The spans of rollups, with their codes in the database. */
export const spanCodes = { total: 0, day: 1, hour: 2 } as const;

/** The code of a first hour in place of a span. It is below that of the total: a row up to the code of the total has all clicks of a subject. */
export const FIRST_HOUR = -1;

const storedSpanCodes = { firstHour: FIRST_HOUR, ...spanCodes } as const;

export type Noun = keyof typeof nounCodes;

const nouns = new Map<number, Noun>(Object.entries(nounCodes).map(([noun, code]) => [code, noun as Noun]));

/** The noun with a code. */
export function nounOfCode(code: number): Noun {
  return nouns.get(code) as Noun;
}

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

/** What a row of rollups covers: a span, or the first hour, whose content is that of a total, a day and an hour. */
export type StoredSpan = keyof typeof storedSpanCodes;

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

/** Identifies a row of rollups: that of a time slot, or a first hour with its start. */
export interface RollupRowKey extends Subject {
  span: StoredSpan;
  start: number;
}

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** Hourly rollups are deleted after this many days; daily ones stay. */
export const HOURS_KEPT_DAYS = 90;

/** When the time slot of this span begins that contains a moment. */
export function startOfSlot(span: Span, at: number): number {
  if (span === 'total') return 0;
  return at - (at % (span === 'day' ? DAY_MS : HOUR_MS));
}

/** The time slots that contain a moment. */
export function timeSlotsOf(at: number): TimeSlot[] {
  return [
    { span: 'total', start: 0 },
    { span: 'day', start: startOfSlot('day', at) },
    { span: 'hour', start: startOfSlot('hour', at) },
  ];
}

const spans = new Map<number, Span>(Object.entries(spanCodes).map(([span, code]) => [code, span as Span]));

/** The time slots that have the content of a row of rollups: three for a first hour, otherwise one. */
export function slotsOfRow({ span, start }: { span: number; start: number }): TimeSlot[] {
  return span === FIRST_HOUR ? timeSlotsOf(start) : [{ span: spans.get(span) as Span, start }];
}

/** The code in a row of rollups. */
export function codeOfSpan(span: StoredSpan): number {
  return storedSpanCodes[span];
}

/** The order in which every transaction locks rollups, so that no two transactions deadlock. */
export function compareKeys(left: RollupRowKey, right: RollupRowKey): number {
  return (
    nounCodes[left.noun] - nounCodes[right.noun] ||
    left.id - right.id ||
    storedSpanCodes[left.span] - storedSpanCodes[right.span] ||
    left.start - right.start
  );
}

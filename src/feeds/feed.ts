import { failure } from '../core/errors.ts';
import type { ClickEventView, LinkEventView } from './feed.contract.ts';

/** The events that a user can receive live. */
export type FeedEvent = { event: 'click'; data: ClickEventView } | { event: 'link'; data: LinkEventView };

/** An event with its number, by which a stream is taken up again. */
export type NumberedEvent = FeedEvent & { seq: number };

/** What is kept for one user: the newest events, oldest first, the last of which has the number `seq`. */
export interface Feed {
  seq: number;
  events: NumberedEvent[];
}

/** How many events a feed keeps for those who come back. */
export const KEPT_EVENTS = 200;

/** How long a feed is filled after the last sign of a listener. */
export const LISTENED_FOR_MS = 10 * 60_000;

export const MAX_STREAMS_PER_USER = 10;

/** The events after number `seen`; undefined where some of them are no longer kept, or where there was no such number. */
export function listMissed({ seq, events }: Feed, seen: number): NumberedEvent[] | undefined {
  if (seen > seq || seen < seq - events.length) return undefined;
  return events.slice(events.length - (seq - seen));
}

/** An event as a stream carries it. JSON writes newlines as `\n`, so that it is always one line. */
export function writeEvent(event: string, data: object, seq?: number): string {
  const id = seq === undefined ? '' : `id: ${seq}\n`;
  return `${id}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

export const tooManyStreams = failure(
  'rate_limited',
  'too_many_streams',
  'Close one of your streams, or share one between the parts of your program.',
  { max: MAX_STREAMS_PER_USER },
);

export const streamsFull = failure(
  'rate_limited',
  'streams_full',
  'Wait for the number of seconds in `Retry-After`, then try again.',
);

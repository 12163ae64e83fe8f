import { failure } from '../core/errors.ts';
import type { ClickEventView, LinkEventView } from './feed.contract.ts';

/** The events that a user can receive live. */
export type FeedEvent = { event: 'click'; data: ClickEventView } | { event: 'link'; data: LinkEventView };

/** An event with its number, from which a stream can resume. */
export type NumberedEvent = FeedEvent & { seq: number };

/** The newest events of one user, oldest first; the last one has the number `seq`. */
export interface Feed {
  seq: number;
  events: NumberedEvent[];
}

/** How many events a feed keeps for clients that reconnect. */
export const KEPT_EVENTS = 200;

/** How long a feed is filled after its last listener was seen. */
export const LISTENED_FOR_MS = 10 * 60_000;

export const MAX_STREAMS_PER_USER = 10;

/** The events after number `seen`; undefined if some are no longer kept, or if that number never existed. */
export function listMissed({ seq, events }: Feed, seen: number): NumberedEvent[] | undefined {
  if (seen > seq || seen < seq - events.length) return undefined;
  return events.slice(events.length - (seq - seen));
}

/** Formats an event for a stream. JSON escapes newlines, so it is always one line. */
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

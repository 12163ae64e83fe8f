import type { FeedEvent } from '../feeds/feed.ts';
import { formatDateTime } from '../lib/date-time.ts';
import type { CountedClick } from './apply-clicks.ts';

// Nobody can follow more than this with their eyes.
const MAX_EVENTS = 100;

function toFeedEvent({ click: { id, at, values }, alias }: CountedClick): FeedEvent {
  const { bot = '', country = '', region = '', city = '', referrer = '' } = values;
  const { browser = '', os = '', device = '', language = '' } = values;
  const date = formatDateTime(at);
  return {
    event: 'click',
    data: { link: id, alias, date, bot, country, region, city, referrer, browser, os, device, language },
  };
}

/** The newest clicks of these owners as events of their feeds. */
export function toFeedEvents(byOwner: Map<number, CountedClick[]>, owners: number[]): Map<number, FeedEvent[]> {
  return new Map(owners.map((owner) => [owner, (byOwner.get(owner) ?? []).slice(-MAX_EVENTS).map(toFeedEvent)]));
}

import type { FeedEvent } from '../feeds/feed.ts';
import { formatDateTime } from '../lib/date-time.ts';
import { DEFAULT_ROUTE } from '../resources/links/rules/route.ts';
import { dimensions } from '../rollups/dimension.ts';
import type { ClickBuffer, SubjectClicks } from './click-buffer.ts';

// More events at once are too many to read.
const MAX_EVENTS = 100;

/** A link and its clicks to report. */
export interface ReportedLink {
  clicks: SubjectClicks;
  alias: string;
}

/** Converts the newest clicks on the links of one owner to events for the owner's feed. */
export function toFeedEvents(buffer: ClickBuffer, links: ReportedLink[]): FeedEvent[] {
  const rows: { row: number; id: number; alias: string }[] = [];
  for (const { clicks, alias } of links) {
    for (const hour of clicks.hours) buffer.forEachRow(hour, (row) => rows.push({ row, id: clicks.id, alias }));
  }
  rows.sort((left, right) => left.row - right.row);
  return rows.slice(-MAX_EVENTS).map(({ row, id, alias }) => {
    const texts = dimensions.map((dimension, section) => [dimension, buffer.texts[buffer.textOf(row, section)] ?? '']);
    const { bot = '', country = '', region = '', city = '', referrer = '', ...others } = Object.fromEntries(texts);
    const { browser = '', os = '', device = '', language = '', route = '' } = others;
    const date = formatDateTime(buffer.timeOf(row));
    return {
      event: 'click',
      data: {
        ...{ link: id, alias, date, bot, country, region, city, referrer, browser, os, device, language },
        route: route || DEFAULT_ROUTE,
      },
    };
  });
}

import { z } from 'zod';
import { customIssue } from '../http/field-issue.ts';
import { momentField, pageQueryFields, readPage } from '../http/fields.ts';
import { findTimeZone, UTC_ZONE } from '../lib/time-zone.ts';
import { type Dimension, dimensions } from '../rollups/dimension.ts';
import { parseCursor } from './clicks-list.ts';
import { filterFields, readFilters, refuseFilters } from './filter.query.ts';
import { intervals } from './stats.range.ts';

const MAX_TOP = 250;
const DEFAULT_TOP = 10;

type Context = z.core.$RefinementCtx;

const zoneField = z
  .string()
  .max(64)
  .transform((text, context) => {
    const zone = findTimeZone(text);
    if (zone) return zone;
    context.addIssue(customIssue({ code: 'not_a_time_zone' }));
    return z.NEVER;
  })
  .optional();

const rangeFields = {
  from: momentField('00:00:00').describe('First date or date and time, in the time zone of `zone`'),
  to: momentField('23:59:59').describe(
    'Last date or date and time, in the time zone of `zone`; a date alone means the whole day',
  ),
  zone: zoneField.describe(
    'IANA name of a time zone, such as Europe/Berlin, for all dates of the request and the response; default UTC. ' +
      'Days and months start at the nearest full hour of UTC. Days more than 88 days ago are days of UTC',
  ),
};

const statsFields = {
  ...rangeFields,
  interval: z
    .enum(intervals)
    .default('day')
    .describe('How long a point is: hour (31 days at most, of the last 90), day (366 days) or month (10 years)'),
  by: z
    .string()
    .max(255)
    .optional()
    .describe(`One or several of ${dimensions.join(', ')}, separated by commas or repeated; default: all`),
  limit: pageQueryFields.limit.describe(
    `Counts for each of them, 1 to ${MAX_TOP}; default ${DEFAULT_TOP}, maximum ${MAX_TOP}`,
  ),
};

/** The requested dimensions, and whether routes are named among them: their visitors are counted only on request. */
function readBy(query: Record<string, unknown>, context: Context): { by: Dimension[]; asksRoutes: boolean } {
  const texts = query['by[]'] as string[] | undefined;
  if (!texts) return { by: [...dimensions], asksRoutes: false };
  const names = new Set(texts.flatMap((text) => text.split(',')).map((text) => text.trim()));
  const known = dimensions.filter((dimension) => names.has(dimension));
  if (known.length < names.size) {
    context.addIssue(customIssue({ code: 'not_some_of', params: { options: dimensions.join(', ') } }, ['by']));
  }
  return { by: known, asksRoutes: known.includes('route') };
}

type StatsFields = z.output<z.ZodObject<typeof statsFields>> & Record<string, unknown>;

function readRequest(query: StatsFields, context: Context) {
  const { interval, from, to, zone = UTC_ZONE, limit = DEFAULT_TOP } = query;
  return { request: { interval, from, to, zone }, ...readBy(query, context), limit: Math.min(limit, MAX_TOP) };
}

/** The query of statistics. */
export const statsQuery = z
  .object({ ...statsFields, ...filterFields })
  .catchall(z.unknown())
  .transform((query, context) => ({ ...readRequest(query, context), filters: readFilters(query, context) }));

const { zone: _, ...fieldsWithoutZone } = statsFields;

/**
 * The query of shared statistics: only days and months, because hours would more easily reveal single visits. There is no zone
 * either: the difference between the days of two zones is the count of an hour.
 */
export const sharedStatsQuery = z
  .object({
    ...fieldsWithoutZone,
    interval: z
      .enum(['day', 'month'])
      .default('day')
      .describe('How long a point is: day (366 days at most) or month (10 years)'),
  })
  .catchall(z.unknown())
  .transform((query, context) => ({
    ...readRequest({ ...query, zone: UTC_ZONE }, context),
    // The visitors of routes are counted from single visits.
    asksRoutes: false,
    filters: refuseFilters(query, context),
  }));

const cursorField = z
  .string()
  .max(64)
  .transform((text, context) => {
    const place = parseCursor(text);
    if (place) return place;
    context.addIssue(customIssue({ code: 'not_a_cursor' }));
    return z.NEVER;
  })
  .optional();

/** The query of a list of visits. */
export const clicksQuery = z
  .object({
    ...rangeFields,
    limit: pageQueryFields.limit,
    cursor: cursorField.describe('The `next` value of an earlier response, for older visits'),
    ...filterFields,
  })
  .catchall(z.unknown())
  .transform((query, context) => ({
    request: { from: query.from, to: query.to, zone: query.zone ?? UTC_ZONE },
    limit: readPage({ limit: query.limit }).limit,
    after: query.cursor,
    filters: readFilters(query, context),
  }));

export type StatsQuery = z.output<typeof statsQuery>;
export type ClicksQuery = z.output<typeof clicksQuery>;

import { z } from 'zod';
import { answerOf } from '../http/envelope.ts';
import { dateTimeView } from '../http/fields.ts';
import { importedView } from '../http/statistics-view.ts';
import { forEachDimension } from '../rollups/dimension.ts';
import { intervals } from './stats.range.ts';

const MAX_POINTS = 31 * 24 + 1;
const MAX_CLICKS = 1000;
const MAX_ROUTES = 100_000;

const clicksView = z.int().min(0).describe('Visits by people');
const botsView = z.int().min(0).describe('Bot visits (not counted as clicks)');
const uniqueView = z.int().min(0).describe('Unique visitors; exact up to 1,024, then within about 1 %');

const pointView = z.strictObject({
  date: dateTimeView.describe('When the hour, day or month begins'),
  clicks: clicksView,
  bots: botsView,
  unique: uniqueView.optional().describe('Unique visitors; omitted for hours'),
});

const countsView = z.record(z.string(), z.int().min(1));

const topView = z.strictObject(
  forEachDimension((dimension) =>
    countsView.optional().describe(`Count by ${dimension}, largest first; "Other" groups everything else`),
  ),
);

const routeView = z.strictObject({
  route: z.string().max(255).describe('default, geo, device, language, `rule:NAME` or `rule:NAME/VARIANT`'),
  clicks: clicksView,
  unique: uniqueView
    .nullable()
    .describe('Unique visitors; null if CLICK_RETENTION_DAYS has passed for some of the clicks'),
});

/** The statistics of a range. */
export const statsView = z.strictObject({
  from: dateTimeView.describe('Start of the range, rounded down to a whole hour or day'),
  to: dateTimeView.describe('End of the range, rounded up to a whole hour or day'),
  interval: z.enum(intervals).describe('How long a point of the series is'),
  clicks: clicksView,
  unique: uniqueView,
  bots: botsView,
  direct: z.int().min(0).optional().describe('Visits by people without a referrer; omitted if `by` has no referrer'),
  undated: z
    .int()
    .min(0)
    .optional()
    .describe('Clicks that another service counted without dates: of all time, in no range and in no series'),
  imported: importedView.optional().describe('What came from another service; only for a link'),
  series: z.array(pointView).max(MAX_POINTS).describe('Every point of the range, oldest first'),
  top: topView.describe('The largest counts by dimension'),
  routes: z
    .array(routeView)
    .max(MAX_ROUTES)
    .optional()
    .describe('Clicks and unique visitors of every route; only if `by` names `route`'),
});

const userStatsView = statsView.extend({ links: z.int().min(0).describe('Links that you have') });

const wordView = z.string().max(255);

/** One visit; unknown values are empty. */
const clickView = z.strictObject({
  date: dateTimeView,
  ...forEachDimension((_, description) => wordView.describe(description)),
  visitor: z
    .string()
    .regex(/^[\da-f]{12}$/)
    .describe(
      'The same for all visits of one visitor; it does not reveal the IP address. Zeros if another service counted the visit and told no visitor',
    ),
});

export const statsAnswer = answerOf({ data: statsView });
export const userStatsAnswer = answerOf({ data: userStatsView });
export const clicksAnswer = z.strictObject({
  error: z.literal('0').describe('0 = success, a string on lists'),
  data: z.strictObject({
    clicks: z.array(clickView).max(MAX_CLICKS).describe('Visits, newest first'),
    next: z.string().max(64).nullable().describe('The cursor for older visits; null if there are none'),
  }),
});

export type StatsView = z.output<typeof statsView>;
export type ClickView = z.output<typeof clickView>;

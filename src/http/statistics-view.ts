import { z } from 'zod';

/** The statistics object of the API reference; links have numbers, QR codes have strings. 0 means an empty list. */
export function statisticsView<Count extends z.ZodType<number | string>>(count: Count) {
  const topCounts = z.union([z.record(z.string(), count), z.literal(0)]);
  return z.strictObject({
    clicks: z.int().describe('Visits by people'),
    uniqueClicks: z.int().describe('Unique visitors'),
    topCountries: topCounts.describe('Country to count'),
    topReferrers: topCounts.describe('Referrer to count'),
    topBrowsers: topCounts.describe('Browser to count'),
    topOs: topCounts.describe('Operating system to count'),
    socialCount: z
      .strictObject({ facebook: z.int(), twitter: z.int(), google: z.int() })
      .describe('Social network to count'),
  });
}

/** The part of a link's clicks that came from another service. */
export const importedView = z.strictObject({
  clicks: z.int().min(0).describe('Clicks that another service counted; `clicks` of the link contains them'),
  undated: z.int().min(0).describe('How many of them have no date: they are in totals, but in no series'),
  from: z.string().nullable().describe('The service, or several with commas; null if nothing was imported'),
});

import { createRandom, pick } from '../bench/random.ts';
import { createVisits } from '../bench/visitors.ts';

/** How often something is visited, and from where. */
export interface SampleVisits {
  perDay: number;
  /** The ratio of the visits per day at the end to those at the start. */
  growth: number;
  referrers: string[];
}

/** A visited path. */
export interface Visited extends SampleVisits {
  path: string;
  /** How many days ago the first visits were, and how many days ago the last ones. */
  fromDaysAgo: number;
  toDaysAgo?: number;
}

/** One visit, with the headers that a proxy would forward. */
export interface SampleVisit {
  at: number;
  path: string;
  headers: Record<string, string>;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const VISITORS = 2_500;

// The share of visits by hour in UTC: few at night, most in the evening.
const HOURS = [2, 1, 1, 1, 1, 2, 3, 5, 7, 8, 8, 8, 9, 8, 7, 7, 8, 9, 11, 13, 14, 12, 8, 4];
const WEEKEND = 0.7;

/** Generates the visits of some days up to `end`, in order; every run generates the same visits. */
export function* makeVisits(visited: Visited[], days: number, end: number): Generator<SampleVisit> {
  const random = createRandom(7);
  const next = createVisits(VISITORS, 7);
  const hours = HOURS.flatMap((weight, hour) => Array<number>(weight).fill(hour));
  for (let day = days; day >= 0; day -= 1) {
    const from = end - (end % DAY_MS) - day * DAY_MS;
    const isWeekend = [0, 6].includes(new Date(from).getUTCDay());
    const visits: SampleVisit[] = [];
    for (const { path, perDay, growth, referrers, fromDaysAgo, toDaysAgo = 0 } of visited) {
      if (day > fromDaysAgo || day < toDaysAgo) continue;
      const trend = 1 + (growth - 1) * (1 - day / Math.max(1, fromDaysAgo));
      const count = Math.round(perDay * trend * (isWeekend ? WEEKEND : 1) * (0.75 + random() / 2));
      for (let visit = 0; visit < count; visit += 1) {
        const { forwardedFor, agent, language } = next();
        const referrer = pick(random, referrers);
        const at = from + Math.floor((pick(random, hours) + random()) * (DAY_MS / 24));
        const headers = {
          'X-Forwarded-For': forwardedFor,
          'User-Agent': agent,
          'Accept-Language': language,
          ...(referrer !== '' && { Referer: `https://${referrer}/` }),
        };
        if (at < end) visits.push({ at, path, headers });
      }
    }
    yield* visits.sort((left, right) => left.at - right.at);
  }
}

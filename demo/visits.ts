import { createRandom, pick } from '../bench/random.ts';
import { createVisits } from '../bench/visitors.ts';

/** How one thing is visited over the weeks. */
export interface SampleVisits {
  perDay: number;
  /** How much more, or less, there is of it at the end than at the beginning. */
  growth: number;
  referrers: string[];
}

/** Something that is visited, by its path. */
export interface Visited extends SampleVisits {
  path: string;
}

/** One visit, with what a proxy in front would hand on. */
export interface SampleVisit {
  at: number;
  path: string;
  headers: Record<string, string>;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const VISITORS = 2_500;

// Of a day's visits, by the hour in UTC: asleep, awake, an evening on the sofa.
const HOURS = [2, 1, 1, 1, 1, 2, 3, 5, 7, 8, 8, 8, 9, 8, 7, 7, 8, 9, 11, 13, 14, 12, 8, 4];
const WEEKEND = 0.7;

/** Visits of some days up to `end`, in their order; the same in every run. */
export function* makeVisits(things: Visited[], days: number, end: number): Generator<SampleVisit> {
  const random = createRandom(7);
  const next = createVisits(VISITORS, 7);
  const hours = HOURS.flatMap((weight, hour) => Array<number>(weight).fill(hour));
  for (let day = days; day >= 0; day -= 1) {
    const from = end - (end % DAY_MS) - day * DAY_MS;
    const isWeekend = [0, 6].includes(new Date(from).getUTCDay());
    const visits: SampleVisit[] = [];
    for (const { path, perDay, growth, referrers } of things) {
      const trend = 1 + (growth - 1) * (1 - day / days);
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

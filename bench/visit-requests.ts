import { rawRequest } from './client.ts';
import { BROWSER } from './redirect.ts';
import { createVisits } from './visitors.ts';

const VISITORS = 20_000;

/** Returns visits of the paths in turn, each by one of 20,000 visitors with the headers of a browser, behind a proxy. */
export function createVisitRequests(paths: string[], host = 'localhost'): (count: number) => string[] {
  const visit = createVisits(VISITORS);
  const { Referer: _, ...common } = BROWSER;
  let next = 0;
  function newRequest(): string {
    const { agent, language, referrer, forwardedFor } = visit();
    const path = paths[next % paths.length] ?? '/';
    next += 1;
    return rawRequest(path, {
      Host: host,
      ...common,
      'User-Agent': agent,
      'Accept-Language': language,
      ...(referrer && { Referer: referrer }),
      'X-Forwarded-For': forwardedFor,
    });
  }
  return (count) => Array.from({ length: count }, newRequest);
}

import { sourceUnavailable } from '../source-failures.ts';

// Links that are added meanwhile shift some pages, but never this many.
const MAX_REPEATED = 20;

/** The failure of a service that sends the same page again and again: reading it would never end. */
export function sourceRepeatsPages(host: string) {
  return sourceUnavailable({ host, problem: 'it sends the same page again and again' });
}

/** Returns a function to call with whether a page has something new; it throws after too many pages without anything new. */
export function createPageGuard(host: string): (hasNew: boolean) => void {
  let repeated = 0;
  return (hasNew) => {
    repeated = hasNew ? 0 : repeated + 1;
    if (repeated >= MAX_REPEATED) throw sourceRepeatsPages(host);
  };
}

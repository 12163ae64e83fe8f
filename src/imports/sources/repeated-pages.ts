import { sourceUnavailable } from '../source-failures.ts';

// Links that are added meanwhile move some pages, never so many.
const MAX_REPEATED = 20;

/** The failure of a service that would be read for ever. */
export function repeatsItself(host: string) {
  return sourceUnavailable({ host, problem: 'it sends the same page again and again' });
}

/** Returns a function that gets whether a page has something new; it throws after too many that have nothing. */
export function createPageGuard(host: string): (hasNew: boolean) => void {
  let repeated = 0;
  return (hasNew) => {
    repeated = hasNew ? 0 : repeated + 1;
    if (repeated >= MAX_REPEATED) throw repeatsItself(host);
  };
}

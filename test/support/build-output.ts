import { resolve } from 'node:path';

/** What `npm run build` writes. */
export const BUILD_OUTPUT = 'dist';

/** Whether `npm run build` has run already: a full run does that first, and its servers are the executable from there. */
export function isBuilt(): boolean {
  return process.env.TEST_PROGRAM === resolve(BUILD_OUTPUT, 'signpost');
}

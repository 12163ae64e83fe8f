import { setImmediate } from 'node:timers/promises';

const EVERY_MS = 2;

/** Makes long work on this thread let others have their turn: called often, it pauses where the last pause is a while ago. */
export function createThreadYield(everyMs = EVERY_MS): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < everyMs) return;
    await setImmediate();
    last = performance.now();
  };
}

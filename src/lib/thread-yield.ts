import { setImmediate } from 'node:timers/promises';

const EVERY_MS = 2;

/** Returns a function for long loops: it yields to the event loop if the last yield was long enough ago. */
export function createThreadYield(everyMs = EVERY_MS): () => Promise<void> {
  let last = performance.now();
  return async () => {
    if (performance.now() - last < everyMs) return;
    await setImmediate();
    last = performance.now();
  };
}

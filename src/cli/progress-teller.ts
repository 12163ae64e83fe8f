import type { Tell } from '../backup/progress.ts';

// Whoever reads a file of these lines later wants few of them.
const TELL_EVERY_MS = 5_000;

/** Tells on standard error what is being done: to a person everything, to a file only now and then. */
export function progressTeller(): Tell {
  let toldAtMs = performance.now();
  return (text) => {
    const nowMs = performance.now();
    if (!process.stderr.isTTY && nowMs - toldAtMs < TELL_EVERY_MS) return;
    toldAtMs = nowMs;
    process.stderr.write(`${text} …\n`);
  };
}

import type { Tell } from '../backup/progress.ts';

// A log file gets few lines.
const TELL_EVERY_MS = 5_000;

/** Reports progress on standard error: every step on a terminal, a line at intervals in a file. */
export function progressTeller(): Tell {
  let toldAtMs = performance.now();
  return (text) => {
    const nowMs = performance.now();
    if (!process.stderr.isTTY && nowMs - toldAtMs < TELL_EVERY_MS) return;
    toldAtMs = nowMs;
    process.stderr.write(`${text} …\n`);
  };
}

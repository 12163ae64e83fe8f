import type { ReportProgress } from '../backup/progress.ts';

// A log file gets few lines.
const REPORT_EVERY_MS = 5_000;

/** Reports progress on standard error: every step on a terminal, a line at intervals in a file. */
export function createProgressReporter(): ReportProgress {
  let reportedAtMs = performance.now();
  return (text) => {
    const nowMs = performance.now();
    if (!process.stderr.isTTY && nowMs - reportedAtMs < REPORT_EVERY_MS) return;
    reportedAtMs = nowMs;
    process.stderr.write(`${text} …\n`);
  };
}

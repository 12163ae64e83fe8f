/** Receives a description of the current step. */
export type ReportProgress = (text: string) => void;

const REPORT_EVERY_MS = 2_000;

/** Reports the progress of long work at intervals; short work reports nothing. */
export function reportAtIntervals(onProgress: ReportProgress): (describe: () => string) => void {
  let reportedAtMs = performance.now();
  return (describe) => {
    const nowMs = performance.now();
    if (nowMs - reportedAtMs < REPORT_EVERY_MS) return;
    reportedAtMs = nowMs;
    onProgress(describe());
  };
}

/** Formats a number of bytes for people. */
export function formatBytes(bytes: number): string {
  const unit = [
    ['GB', 1e9],
    ['MB', 1e6],
    ['KB', 1e3],
  ] as const;
  const [name, size] = unit.find(([, least]) => bytes >= least) ?? ['bytes', 1];
  return `${name === 'bytes' ? bytes : (bytes / size).toFixed(1)} ${name}`;
}

/** `1 link`, `2 links`, `12,345 links`. */
export function countOf(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

import { countOf } from '../backup/progress.ts';
import type { ImportProgress } from '../imports/run-import.ts';

// A log file gets a line every other second.
const REPORT_EVERY_MS = 2_000;

function formatTime(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  return seconds < 5_400 ? `${Math.ceil(seconds / 60)} min` : `${(seconds / 3_600).toFixed(1)} h`;
}

/** Says how many already exist. */
export function describeExisting(count: number): string {
  return `${count} already ${count === 1 ? 'exists' : 'exist'}`;
}

/** Reports count, rate and time left on standard error: one line that changes on a terminal, lines at intervals otherwise. */
export function createImportProgress(): {
  /** An import that continues has done a part before. */
  begin(before: ImportProgress): void;
  report(progress: ImportProgress): void;
  end(): void;
} {
  const startMs = performance.now();
  let reportedAtMs = Number.NEGATIVE_INFINITY;
  const first = { items: 0, done: 0 };

  return {
    begin({ report: { rows, clicks, bots }, done = 0 }) {
      Object.assign(first, { items: rows + clicks + bots, done });
    },

    report({ report, done = 0 }) {
      const nowMs = performance.now();
      const { rows, imported, existing, refused, clicks, bots } = report;
      const items = rows + clicks + bots;
      const { isTTY } = process.stderr;
      if (!isTTY && nowMs - reportedAtMs < REPORT_EVERY_MS) return;
      reportedAtMs = nowMs;
      const seconds = Math.max((nowMs - startMs) / 1_000, 0.001);
      const rate = Math.round((items - first.items) / seconds);
      const left = done > first.done ? `, ${formatTime((seconds * (1 - done)) / (done - first.done))} left` : '';
      const counted = clicks + bots > 0 ? `, ${countOf(clicks, 'click')}` : '';
      const text = `${countOf(rows, 'row')}: ${imported} imported, ${describeExisting(existing)}, ${refused} rejected${counted}; ${rate} per second${left}`;
      process.stderr.write(isTTY ? `\r\u001b[K${text}` : `${text}\n`);
    },

    end() {
      if (process.stderr.isTTY) process.stderr.write('\n');
    },
  };
}

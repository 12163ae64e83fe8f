import type { Clock } from '../lib/date-time.ts';
import type { Log } from '../lib/log.ts';
import { WorkLoop } from '../lib/work-loop.ts';

// Another node may have stored a change and stopped since, so each process looks this often.
const LOOK_EVERY_MS = 2_500;

interface Parts {
  /** Applies the changes that are due; returns the time of the next one. */
  applyDue(): Promise<number | undefined>;
  now: Clock;
  log: Log;
}

/** Creates the loop that applies scheduled changes of links when they are due. Wake it after a change was stored. */
export function createScheduledChanges({ applyDue, now, log }: Parts): WorkLoop {
  return new WorkLoop({
    async run() {
      const next = await applyDue();
      return next === undefined ? LOOK_EVERY_MS : Math.min(Math.max(next - now(), 0), LOOK_EVERY_MS);
    },
    retryAfterMs: LOOK_EVERY_MS,
    failureText: 'scheduled changes could not be applied; they are tried again',
    log,
  });
}

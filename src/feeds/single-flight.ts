import type { Log } from '../lib/log.ts';

/** Runs the work at most once at a time; all calls during a run share one further run. */
function coalesce(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let isWanted = false;

  async function run(): Promise<void> {
    while (isWanted) {
      isWanted = false;
      await work();
    }
    running = undefined;
  }

  return () => {
    isWanted = true;
    running ??= run();
    return running;
  };
}

/** Work that is triggered repeatedly: it never overlaps, never throws, and logs only the first of its consecutive failures. */
export function singleFlight(log: Log, message: string, work: () => Promise<void>): () => Promise<void> {
  let isFailing = false;
  return coalesce(async () => {
    try {
      await work();
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.warn(message, { error });
      isFailing = true;
    }
  });
}

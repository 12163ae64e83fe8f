import { readSlowness } from '../../scripts/slowness.ts';

/** How long a test waits for something by default, on a quiet machine. */
const WAIT_LIMIT_MS = 30_000;

/** A time limit for this machine: longer in proportion, if the machine was slow when the run started. */
export function stretched(ms: number): number {
  return Math.round(ms * readSlowness());
}

/** What a wait may be told; both have a default that suits nearly every wait. */
interface WaitOptions {
  /** The limit on a quiet machine. */
  limitMs?: number;
  /** The pause between two checks. */
  everyMs?: number;
  /** What else a failure should tell, such as the output of a process. */
  details?: () => unknown;
}

type Found<T> = Exclude<T, false | undefined | null | 0 | ''>;

/** Waits until a check finds something, and returns it; otherwise fails with what it waited for and how long. */
export async function waitUntil<T>(
  what: string,
  check: () => T | Promise<T>,
  { limitMs = WAIT_LIMIT_MS, everyMs = 10, details }: WaitOptions = {},
): Promise<Found<T>> {
  const startMs = performance.now();
  while (true) {
    const found = await check();
    if (found) return found as Found<T>;
    const waitedMs = performance.now() - startMs;
    if (waitedMs > stretched(limitMs)) {
      const limit = `${limitMs / 1000} s, times ${readSlowness().toFixed(1)} for the speed of this machine`;
      throw new Error(
        `Waited ${(waitedMs / 1000).toFixed(1)} s until ${what}. The limit was ${limit}.\n${details?.() ?? ''}`,
      );
    }
    await Bun.sleep(everyMs);
  }
}

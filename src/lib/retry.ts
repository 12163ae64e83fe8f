/** How long and for which failures a piece of work is tried again. */
export interface RetryRule {
  isPassing(error: unknown): boolean;
  /** No new try begins after this long. */
  withinMs: number;
}

const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 200;

/** Runs the work again after a passing failure, with growing, uneven pauses, until it works or the time is up. */
export async function retry<T>(rule: RetryRule, work: () => Promise<T>): Promise<T> {
  const endMs = performance.now() + rule.withinMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      const unevenMs = pauseMs * (0.5 + Math.random());
      if (!rule.isPassing(error) || performance.now() + unevenMs > endMs) throw error;
      await Bun.sleep(unevenMs);
    }
  }
}

/** Which failures are retried, and for how long. */
export interface RetryRule {
  isTemporary(error: unknown): boolean;
  /** No attempt begins after this time. */
  withinMs: number;
}

const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 200;

/** Retries after temporary failures, with growing random pauses, until the work succeeds or the time is up. */
export async function retry<T>(rule: RetryRule, work: () => T | Promise<T>): Promise<T> {
  const endMs = performance.now() + rule.withinMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      return await work();
    } catch (error) {
      const unevenMs = pauseMs * (0.5 + Math.random());
      if (!rule.isTemporary(error) || performance.now() + unevenMs > endMs) throw error;
      await Bun.sleep(unevenMs);
    }
  }
}

/** So many in so long. */
export interface RateRule {
  limit: number;
  windowMs: number;
}

/** Whether one more was let through, and how the window stands after it. */
export interface RateVerdict {
  isAllowed: boolean;
  limit: number;
  remaining: number;
  resetAtMs: number;
}

/**
 * Counts requests in fixed windows, each of which begins at its bucket's first request. Of any number of takes at once,
 * over any number of nodes, exactly `limit` are allowed.
 */
export interface RateWindows {
  take(bucket: string, rule: RateRule): Promise<RateVerdict>;
  /** Makes one take undone, for limits that only what went wrong should count against. */
  giveBack(bucket: string): Promise<void>;
}

/** The verdict after the `count`-th request of a window. */
export function toVerdict(count: number, rule: RateRule, resetAtMs: number): RateVerdict {
  return { isAllowed: count <= rule.limit, limit: rule.limit, remaining: Math.max(0, rule.limit - count), resetAtMs };
}

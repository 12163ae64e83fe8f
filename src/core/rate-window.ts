/** A limit of requests in a period. */
export interface RateRule {
  limit: number;
  windowMs: number;
}

/** Whether the request is allowed, and the state of the window after it. */
export interface RateVerdict {
  isAllowed: boolean;
  limit: number;
  remaining: number;
  resetAtMs: number;
}

/**
 * Counts requests in fixed windows, each of which begins with its bucket's first request. However many requests arrive at once, on
 * however many nodes, exactly `limit` of them are allowed.
 */
export interface RateWindows {
  take(bucket: string, rule: RateRule): Promise<RateVerdict>;
  /** Undoes one take, for limits that count only failures. */
  giveBack(bucket: string): Promise<void>;
}

/** The verdict for the `count`-th request of a window. */
export function toVerdict(count: number, rule: RateRule, resetAtMs: number): RateVerdict {
  return { isAllowed: count <= rule.limit, limit: rule.limit, remaining: Math.max(0, rule.limit - count), resetAtMs };
}

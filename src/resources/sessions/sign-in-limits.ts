import type { RateRule, RateWindows } from '../../core/rate-window.ts';
import { assertAllowed } from '../../http/rate-limit.ts';
import type { Clock } from '../../lib/date-time.ts';
import { limitGroup } from '../../lib/ip.ts';
import { sha256 } from '../../lib/token.ts';

const MINUTE_MS = 60_000;
const PER_ADDRESS: RateRule = { limit: 20, windowMs: MINUTE_MS };
const PER_ACCOUNT_AND_ADDRESS: RateRule = { limit: 5, windowMs: MINUTE_MS };
// High, so that a stranger at other addresses does not lock the owner out; bounded, so that many addresses cannot guess on and on.
const PER_ACCOUNT: RateRule = { limit: 100, windowMs: 60 * MINUTE_MS };

/** Checks a password within the limits, and throws where there were too many tries. Only a wrong password counts as a try. */
export type TryPassword = (email: string, address: string, check: () => Promise<boolean>) => Promise<boolean>;

/** A try is counted before the password is checked, so that of many at once no more than the limit are. */
export function createTryPassword(windows: RateWindows, now: Clock): TryPassword {
  return async (email, address, check) => {
    const [account, group] = [sha256(email), limitGroup(address)];
    // The account's own window is last: what the others refuse must not use it up.
    const limits: [bucket: string, rule: RateRule][] = [
      [`sign-in:address:${group}`, PER_ADDRESS],
      [`sign-in:both:${account}:${group}`, PER_ACCOUNT_AND_ADDRESS],
      [`sign-in:account:${account}`, PER_ACCOUNT],
    ];
    for (const [bucket, rule] of limits) assertAllowed(await windows.take(bucket, rule), now());
    let isWrong = false;
    try {
      const isRight = await check();
      isWrong = !isRight;
      return isRight;
    } finally {
      if (!isWrong) await Promise.all(limits.map(([bucket]) => windows.giveBack(bucket)));
    }
  };
}

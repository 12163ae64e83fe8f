import type { RateRule, RateWindows } from '../../core/rate-window.ts';
import { assertAllowed } from '../../http/rate-limit.ts';
import type { Clock } from '../../lib/date-time.ts';
import { limitGroup } from '../../lib/ip.ts';
import { sha256 } from '../../lib/token.ts';

const MINUTE_MS = 60_000;
const PER_ADDRESS: RateRule = { limit: 20, windowMs: MINUTE_MS };
const PER_ACCOUNT_AND_ADDRESS: RateRule = { limit: 5, windowMs: MINUTE_MS };
// High enough that clients at other addresses do not lock the owner out, and low enough to stop guessing from many addresses.
const PER_ACCOUNT: RateRule = { limit: 100, windowMs: 60 * MINUTE_MS };

/**
 * Checks a password within the limits; throws after too many failed attempts. Only a wrong password counts. The check gets the parties of
 * the attempt, visitor and account, which take turns in the queue of passwords.
 */
export type TryPassword = (
  email: string,
  address: string,
  check: (parties: readonly string[]) => Promise<boolean>,
) => Promise<boolean>;

/** An attempt counts before the password is checked, so that simultaneous attempts cannot exceed the limit. */
export function createTryPassword(windows: RateWindows, now: Clock): TryPassword {
  return async (email, address, check) => {
    const [account, group] = [sha256(email), limitGroup(address)];
    // The limit of the account is last: an attempt that another limit refuses must not count here.
    const limits: [bucket: string, rule: RateRule][] = [
      [`sign-in:address:${group}`, PER_ADDRESS],
      [`sign-in:both:${account}:${group}`, PER_ACCOUNT_AND_ADDRESS],
      [`sign-in:account:${account}`, PER_ACCOUNT],
    ];
    for (const [bucket, rule] of limits) assertAllowed(await windows.take(bucket, rule), now());
    let isWrong = false;
    try {
      const isRight = await check([`visitor:${group}`, `account:${account}`]);
      isWrong = !isRight;
      return isRight;
    } finally {
      if (!isWrong) await Promise.all(limits.map(([bucket]) => windows.giveBack(bucket)));
    }
  };
}

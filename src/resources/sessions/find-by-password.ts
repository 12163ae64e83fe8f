import type { RateWindows } from '../../core/rate-window.ts';
import type { Clock } from '../../lib/date-time.ts';
import { verifyPassword } from '../../lib/password.ts';
import type { AccountService } from '../account/account.service.ts';
import type { SessionService } from './session.service.ts';
import { createTryPassword } from './sign-in-limits.ts';

interface Parts {
  accounts: Pick<AccountService, 'findPasswordByName'>;
  sessions: Pick<SessionService, 'needsSecondFactor'>;
  /** Whether a password alone signs nobody in: REQUIRE_2FA or OIDC_ONLY is on. */
  isPasswordRefused: boolean;
  windows: RateWindows;
  now: Clock;
}

/**
 * Finds the user of a name and a password, for clients that send both with every request; throws after too many failed attempts. A user
 * with a second factor is not found: a password alone must not replace it.
 */
export type FindByPassword = (
  credentials: { username: string; password: string },
  address: string,
) => Promise<{ id: number; username: string } | undefined>;

export function createFindByPassword(parts: Parts): FindByPassword {
  const { accounts, sessions, isPasswordRefused, windows, now } = parts;
  const tryPassword = createTryPassword(windows, now);

  return async ({ username, password }, address) => {
    if (isPasswordRefused) return undefined;
    const account = await accounts.findPasswordByName(username);
    const isRight = await tryPassword(account?.email ?? username, address, async (parties) => {
      const isSame = await verifyPassword(password, account?.passwordHash, parties);
      return isSame && account?.isDisabled === false;
    });
    if (!account || !isRight || (await sessions.needsSecondFactor(account.id))) return undefined;
    return account;
  };
}

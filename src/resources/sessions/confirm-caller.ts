import { fieldError, keyRequired } from '../../core/errors.ts';
import type { SessionHolder } from '../../core/principal.ts';
import type { RateWindows } from '../../core/rate-window.ts';
import type { Db } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import { type ConfirmCaller, passwordRequired, scopeMissing } from '../../http/account-access.ts';
import type { Clock } from '../../lib/date-time.ts';
import { verifyPassword } from '../../lib/password.ts';
import type { AccountService } from '../account/account.service.ts';
import { markProved } from './session.store.ts';
import { PROOF_MS } from './session.ts';
import { createTryPassword } from './sign-in-limits.ts';

interface Parts {
  db: Db;
  accounts: Pick<AccountService, 'get' | 'findPassword' | 'lockPassword'>;
  windows: RateWindows;
  now: Clock;
}

/** A wrong password counts as a failed sign-in, and is refused even if the user entered the right one recently. */
export function createConfirmCaller({ db, accounts, windows, now }: Parts): ConfirmCaller {
  const tryPassword = createTryPassword(windows, now);

  async function prove({ userId, sessionId }: SessionHolder, password: string, address: string): Promise<void> {
    const { email } = await accounts.get(userId);
    const passwordHash = (await accounts.findPassword(email))?.passwordHash ?? '';
    const isRight = await tryPassword(email, address, () => verifyPassword(password, passwordHash));
    if (!isRight) throw passwordRequired({ fields: [fieldError('current_password', 'wrong_password')] });
    await transaction(db, async (tx) => {
      // If the password changed during the check, this session has ended or is about to.
      const locked = await accounts.lockPassword(tx, userId);
      const isSame = locked?.passwordHash === passwordHash && !locked.isDisabled;
      if (!isSame || !(await markProved(tx, userId, sessionId, now()))) throw keyRequired();
    });
  }

  return async (caller, { current_password: password }, { address }) => {
    if (!('sessionId' in caller)) {
      if (!caller.managesAccount) throw scopeMissing({ scope: 'account' });
      return;
    }
    if (password) return prove(caller, password, address);
    const { provedAt } = caller;
    const isRecent = provedAt !== null && provedAt <= now() && now() - provedAt < PROOF_MS;
    if (!isRecent) throw passwordRequired({ fields: [fieldError('current_password', 'required')] });
  };
}

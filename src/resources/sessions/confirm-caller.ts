import { fieldError, keyRequired } from '../../core/errors.ts';
import type { SessionHolder } from '../../core/principal.ts';
import type { RateWindows } from '../../core/rate-window.ts';
import type { Db } from '../../db/db.ts';
import { lockCaller } from '../../db/lock-caller.ts';
import { transaction } from '../../db/transaction.ts';
import { type ConfirmCaller, passwordRequired, scopeMissing } from '../../http/account-access.ts';
import type { PasskeyProof } from '../../http/passkey-fields.ts';
import type { Clock } from '../../lib/date-time.ts';
import { verifyPassword } from '../../lib/password.ts';
import type { AccountService } from '../account/account.service.ts';
import type { CheckedProof, PasskeyService } from '../passkeys/passkey.service.ts';
import { markProved } from './session.store.ts';
import { PROOF_MS } from './session.ts';
import { createTryPassword } from './sign-in-limits.ts';

interface Parts {
  db: Db;
  accounts: Pick<AccountService, 'get' | 'findPassword' | 'lockPassword'>;
  passkeys: Pick<PasskeyService, 'accept' | 'check'>;
  windows: RateWindows;
  now: Clock;
}

/** A wrong password or passkey counts as a failed sign-in, and is refused even if the user proved the right one recently. */
export function createConfirmCaller({ db, accounts, passkeys, windows, now }: Parts): ConfirmCaller {
  const tryPassword = createTryPassword(windows, now);

  async function prove({ userId, sessionId }: SessionHolder, password: string, address: string): Promise<void> {
    const { email } = await accounts.get(userId);
    const passwordHash = (await accounts.findPassword(email))?.passwordHash ?? '';
    const isRight = await tryPassword(email, address, (parties) => verifyPassword(password, passwordHash, parties));
    if (!isRight) throw passwordRequired({ fields: [fieldError('current_password', 'wrong_password')] });
    await transaction(db, async (tx) => {
      // If the password changed during the check, this session has ended or is about to.
      const locked = await accounts.lockPassword(tx, userId);
      const isSame = locked?.passwordHash === passwordHash && !locked.isDisabled;
      if (!isSame || !(await markProved(tx, userId, sessionId, now()))) throw keyRequired();
    });
  }

  async function provePasskey(caller: SessionHolder, given: PasskeyProof, address: string): Promise<void> {
    const { userId, sessionId } = caller;
    const { email } = await accounts.get(userId);
    const refused = () => passwordRequired({ fields: [fieldError('current_passkey', 'wrong_passkey')] });
    const checked: { proof?: CheckedProof | undefined } = {};
    await tryPassword(email, address, async () => {
      checked.proof = await passkeys.check(userId, given, { kind: 'proof', userId, sessionId });
      return checked.proof !== undefined;
    });
    const { proof } = checked;
    if (!proof) throw refused();
    await transaction(db, async (tx) => {
      if (!(await lockCaller(tx, caller))) throw keyRequired();
      if (!(await passkeys.accept(tx, proof))) throw refused();
      await markProved(tx, userId, sessionId, now());
    });
  }

  return async (caller, { current_password: password, current_passkey: passkey }, { address }) => {
    if (!('sessionId' in caller)) {
      if (!caller.managesAccount) throw scopeMissing({ scope: 'account' });
      return;
    }
    if (password) return prove(caller, password, address);
    if (passkey) return provePasskey(caller, passkey, address);
    const { provedAt } = caller;
    const isRecent = provedAt !== null && provedAt <= now() && now() - provedAt < PROOF_MS;
    if (!isRecent) throw passwordRequired({ fields: [fieldError('current_password', 'required')] });
  };
}

import { SECRET_VALUE } from '../../core/audit.ts';
import { keyRequired } from '../../core/errors.ts';
import type { Principal } from '../../core/principal.ts';
import type { Db } from '../../db/db.ts';
import { lockCaller } from '../../db/lock-caller.ts';
import { recordChange } from '../../db/record-change.ts';
import { transaction } from '../../db/transaction.ts';
import type { Clock } from '../../lib/date-time.ts';
import { sealText, unsealText } from '../../lib/seal.ts';
import { findTotpStep, makeTotpSecret } from '../../lib/totp.ts';
import * as store from './second-factor.store.ts';
import { hashRecoveryCode, makeRecoveryCodes, secondFactorExists, secondFactorNotFound } from './second-factor.ts';

/** The operations on second factors. */
export interface SecondFactorService {
  /** Makes a new secret, which is asked for once it is confirmed. */
  start(caller: Principal): Promise<string>;
  /** Confirms the secret by a code of the app, and returns the recovery codes; undefined if the code is wrong. */
  confirm(caller: Principal, code: string): Promise<string[] | undefined>;
  /** Whether signing in needs a code. */
  isActive(owner: number): Promise<boolean>;
  /** Uses up a code of the app or a recovery code; false if it is wrong or was used before. */
  accept(owner: number, code: string): Promise<boolean>;
  /** Removes the second factor; the command line passes no `caller`. */
  remove(owner: number, caller?: Principal): Promise<void>;
  /** Removes the second factor, if there is one, inside the caller's transaction. */
  removeIn(tx: Db, owner: number): Promise<void>;
}

interface Parts {
  db: Db;
  /** The setting SECRET. */
  secret: string;
  now: Clock;
}

const PURPOSE = 'second factor';

async function recordFactor(
  tx: Db,
  owner: number,
  action: 'start_totp' | 'add_totp' | 'remove_totp',
  totp: { old: unknown; new: unknown },
): Promise<void> {
  await recordChange(tx, { workspace: owner, noun: 'account', id: owner, action, changes: { totp } });
}

export function createSecondFactorService({ db, secret, now }: Parts): SecondFactorService {
  /** The time step that a code belongs to. After a change of SECRET no code of the app is right; recovery codes still are. */
  function findStep(sealedSecret: string, code: string): number | undefined {
    const opened = unsealText(secret, PURPOSE, sealedSecret);
    return opened === undefined ? undefined : findTotpStep(opened, code.replace(/\s/g, ''), now());
  }

  async function assertNotRevoked(tx: Db, caller: Principal): Promise<void> {
    if (!(await lockCaller(tx, caller))) throw keyRequired();
  }

  /** A sign-in with another code may change the list meanwhile, so it is read again until this code is used up. */
  async function spendRecoveryCode(owner: number, code: string): Promise<boolean> {
    const spent = hashRecoveryCode(code);
    while (true) {
      const recovery = (await store.findSecondFactor(db, owner))?.recovery ?? '[]';
      const hashes = JSON.parse(recovery) as string[];
      if (!hashes.includes(spent)) return false;
      const rest = JSON.stringify(hashes.filter((hash) => hash !== spent));
      if (await transaction(db, (tx) => store.replaceRecovery(tx, owner, recovery, rest))) return true;
    }
  }

  async function removeFrom(tx: Db, owner: number): Promise<boolean> {
    const isDeleted = await store.deleteSecondFactor(tx, owner);
    if (isDeleted) await recordFactor(tx, owner, 'remove_totp', { old: SECRET_VALUE, new: null });
    return isDeleted;
  }

  return {
    async start(caller) {
      const made = makeTotpSecret();
      const isStarted = await transaction(db, async (tx) => {
        await assertNotRevoked(tx, caller);
        const isNew = await store.startSecondFactor(tx, caller.userId, sealText(secret, PURPOSE, made));
        if (isNew) await recordFactor(tx, caller.userId, 'start_totp', { old: null, new: SECRET_VALUE });
        return isNew;
      });
      if (!isStarted) throw secondFactorExists();
      return made;
    },

    async confirm(caller, code) {
      const found = await store.findSecondFactor(db, caller.userId);
      if (!found) throw secondFactorNotFound();
      if (found.isConfirmed) throw secondFactorExists();
      const { sealedSecret } = found;
      const step = findStep(sealedSecret, code);
      if (step === undefined) return undefined;
      const codes = makeRecoveryCodes();
      const recovery = JSON.stringify(codes.map(hashRecoveryCode));
      const isConfirmed = await transaction(db, async (tx) => {
        await assertNotRevoked(tx, caller);
        const confirmation = { secret: sealedSecret, step, recovery, now: now() };
        const isDone = await store.confirmSecondFactor(tx, caller.userId, confirmation);
        if (isDone) await recordFactor(tx, caller.userId, 'add_totp', { old: null, new: SECRET_VALUE });
        return isDone;
      });
      if (!isConfirmed) throw secondFactorExists();
      return codes;
    },

    async isActive(owner) {
      return (await store.findSecondFactor(db, owner))?.isConfirmed ?? false;
    },

    async accept(owner, code) {
      const found = await store.findSecondFactor(db, owner);
      if (!found?.isConfirmed) return false;
      const step = findStep(found.sealedSecret, code);
      if (step !== undefined) return transaction(db, (tx) => store.spendStep(tx, owner, step));
      return spendRecoveryCode(owner, code);
    },

    async remove(owner, caller) {
      const isRemoved = await transaction(db, async (tx) => {
        if (caller) await assertNotRevoked(tx, caller);
        return removeFrom(tx, owner);
      });
      if (!isRemoved) throw secondFactorNotFound();
    },

    async removeIn(tx, owner) {
      await removeFrom(tx, owner);
    },
  };
}

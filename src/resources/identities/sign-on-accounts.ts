import type { Db } from '../../db/db.ts';
import { duplicatedColumn } from '../../db/failures.ts';
import { recordUpdate } from '../../db/record-change.ts';
import { transaction } from '../../db/transaction.ts';
import type { Clock } from '../../lib/date-time.ts';
import type { Log } from '../../lib/log.ts';
import type { Account } from '../account/account.ts';
import { applyAdminGroup, findSignOnAccount, insertSignOnAccount } from '../account/single-sign-on.ts';
import * as store from './identity.store.ts';
import { accountDisabled, accountJoined, emailNotVerified, providerEmailMissing } from './identity.ts';
import type { ProvenUser } from './read-claims.ts';

/** The accounts of the users of the provider. */
export interface SignOnAccounts {
  /** The account that a sign-in would enter; undefined if it would create one. Throws if it must not. */
  find(db: Db, user: ProvenUser): Promise<Account | undefined>;
  /** Finds, joins or creates the account, applies the groups of the user, and does `work` in the same transaction. */
  enter<Result>(user: ProvenUser, work: (tx: Db, account: Account) => Promise<Result>): Promise<Result>;
}

interface Parts {
  db: Db;
  issuer: string;
  /** Sets the roles that a user has through groups; returns the workspaces in which the user may do less than before. */
  applyGroupRoles(tx: Db, userId: number, roles: ProvenUser['roles']): Promise<number[]>;
  /** Called after that. */
  onRoleLost(workspaceId: number): void;
  now: Clock;
  log: Log;
}

const ATTEMPTS = 3;

export function createSignOnAccounts({ db, issuer, applyGroupRoles, onRoleLost, now, log }: Parts): SignOnAccounts {
  function assertActive(account: Account): Account {
    if (account.isDisabled) throw accountDisabled();
    return account;
  }

  async function find(one: Db, { subject, email, isEmailVerified }: ProvenUser): Promise<Account | undefined> {
    const userId = await store.findIdentityUser(one, { issuer, subject });
    const known = userId === undefined ? undefined : await findSignOnAccount.byId(one, userId);
    if (known) return assertActive(known);
    if (email === undefined) throw providerEmailMissing();
    const same = await findSignOnAccount.byEmail(one, email);
    if (!same) return undefined;
    if (!isEmailVerified) throw emailNotVerified();
    const joined = await store.findIdentity(one, same.id);
    // After a change of the provider its users join their accounts again.
    if (joined?.issuer === issuer) throw accountJoined();
    return assertActive(same);
  }

  async function enterOnce(tx: Db, user: ProvenUser, attempt: number): Promise<{ account: Account; lost: number[] }> {
    const { subject, email = '', username } = user;
    const found = await find(tx, user);
    const account = found ?? (await insertSignOnAccount(tx, { email, username }, { isTaken: attempt > 0, now: now() }));
    if ((await store.findIdentityUser(tx, { issuer, subject })) === undefined) {
      await store.putIdentity(tx, account.id, { issuer, subject }, now());
      const { id } = account;
      await recordUpdate(tx, { workspace: id, noun: 'account', id, user: id }, { oidc: null }, { oidc: subject });
      log.info(found ? 'an account was joined with the identity provider' : 'the identity provider added an account', {
        user: account.id,
      });
    }
    const change = await applyAdminGroup(tx, account.id, user.isGroupAdmin, now());
    if (change) log.info('the group of administrators was applied', { user: account.id, change });
    const lost = await applyGroupRoles(tx, account.id, user.roles);
    return { account: (await findSignOnAccount.locked(tx, account.id)) ?? account, lost };
  }

  return {
    find,

    async enter(user, work) {
      for (let attempt = 0; ; attempt += 1) {
        try {
          const entered = await transaction(db, async (tx) => {
            const { account, lost } = await enterOnce(tx, user, attempt);
            return { result: await work(tx, assertActive(account)), lost };
          });
          for (const workspaceId of entered.lost) onRoleLost(workspaceId);
          return entered.result;
        } catch (error) {
          // The user name is taken, or another request of the same user created the account at the same moment.
          if (duplicatedColumn(error) === undefined || attempt + 1 === ATTEMPTS) throw error;
        }
      }
    },
  };
}

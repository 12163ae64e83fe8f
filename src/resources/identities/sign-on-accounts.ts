import type { Db } from '../../db/db.ts';
import { duplicatedColumn } from '../../db/failures.ts';
import { recordUpdate } from '../../db/record-change.ts';
import { transaction } from '../../db/transaction.ts';
import type { Clock } from '../../lib/date-time.ts';
import type { Log } from '../../lib/log.ts';
import type { Account } from '../account/account.ts';
import type { EndCredentials } from '../account/end-credentials.ts';
import {
  applyAdminGroup,
  findSignOnAccount,
  giveBackAddress,
  insertSignOnAccount,
  signOnProof,
} from '../account/single-sign-on.ts';
import * as store from './identity.store.ts';
import { accountDisabled, accountJoined, emailNotVerified, providerEmailMissing } from './identity.ts';
import type { ProvenUser } from './read-claims.ts';

/** What a sign-in with the provider enters. */
type Entry =
  /** `endsCredentials`: whoever made the keys, passwords and factors of the account may not be its owner. */
  | { kind: 'account'; account: Account; endsCredentials: boolean }
  /** A new account. `claimant` has its address, which it never proved. */
  | { kind: 'new'; claimant: Account | undefined };

/** The accounts of the users of the provider. */
export interface SignOnAccounts {
  /** The account that a sign-in would enter with its second factor; undefined if it would create one or end the factor. Throws if it must not. */
  find(db: Db, user: ProvenUser): Promise<Account | undefined>;
  /** Finds, joins or creates the account, applies the groups of the user, and does `work` in the same transaction. */
  enter<Result>(user: ProvenUser, work: (tx: Db, account: Account) => Promise<Result>): Promise<Result>;
}

interface Parts {
  db: Db;
  issuer: string;
  endCredentials: EndCredentials;
  /** Sets the roles that a user has through groups; returns the workspaces in which the user may do less than before. */
  applyGroupRoles(tx: Db, userId: number, roles: ProvenUser['roles']): Promise<number[]>;
  /** Called after that. */
  onRoleLost(workspaceId: number): void;
  now: Clock;
  log: Log;
}

const ATTEMPTS = 3;

/** Whether the groups of a user give rights. */
function hasRights({ isGroupAdmin, roles }: ProvenUser): boolean {
  return isGroupAdmin || roles.length > 0;
}

export function createSignOnAccounts(parts: Parts): SignOnAccounts {
  const { db, issuer, endCredentials, applyGroupRoles, onRoleLost, now, log } = parts;

  function assertActive(account: Account): Account {
    if (account.isDisabled) throw accountDisabled();
    return account;
  }

  /** The account of a user who signed in before. Rights of groups never reach credentials that may be someone else's. */
  async function enterKnown(one: Db, account: Account, user: ProvenUser): Promise<Entry> {
    const proof = await signOnProof.find(one, account.id);
    return { kind: 'account', account, endsCredentials: !proof?.hasOwnCredentials && hasRights(user) };
  }

  async function findEntry(one: Db, user: ProvenUser): Promise<Entry> {
    const { subject, email, isEmailVerified } = user;
    const userId = await store.findIdentityUser(one, { issuer, subject });
    const known = userId === undefined ? undefined : await findSignOnAccount.byId(one, userId);
    if (known) return enterKnown(one, assertActive(known), user);
    if (email === undefined) throw providerEmailMissing();
    const same = await findSignOnAccount.byEmail(one, email);
    if (!same) return { kind: 'new', claimant: undefined };
    if (!isEmailVerified) throw emailNotVerified();
    const proof = await signOnProof.find(one, same.id);
    const joined = await store.findIdentity(one, same.id);
    // After a change of the provider its users join their accounts again.
    if (joined?.issuer !== issuer) {
      return { kind: 'account', account: assertActive(same), endsCredentials: proof?.email !== same.email };
    }
    if (!proof || proof.email === same.email) throw accountJoined();
    return { kind: 'new', claimant: same };
  }

  /** Locks the account before it is judged, so that nobody adds a key or takes the address meanwhile. */
  async function lockEntry(tx: Db, user: ProvenUser): Promise<Entry> {
    const entry = await findEntry(tx, user);
    if (entry.kind === 'account') await findSignOnAccount.locked(tx, entry.account.id);
    return findEntry(tx, user);
  }

  async function createAccount(tx: Db, claimant: Account | undefined, user: ProvenUser, isTaken: boolean) {
    if (claimant) {
      await giveBackAddress(tx, claimant);
      log.info('an account gave back an address that it never proved', { user: claimant.id });
    }
    const { email = '', username } = user;
    return insertSignOnAccount(tx, { email, username }, { isTaken, now: now() });
  }

  async function enterOnce(tx: Db, user: ProvenUser, attempt: number): Promise<{ account: Account; lost: number[] }> {
    const { subject, email, isEmailVerified } = user;
    const entry = await lockEntry(tx, user);
    const isNew = entry.kind === 'new';
    const account = isNew ? await createAccount(tx, entry.claimant, user, attempt > 0) : entry.account;
    const { id } = account;
    const isFirst = (await store.findIdentityUser(tx, { issuer, subject })) === undefined;
    if (!isNew && entry.endsCredentials) {
      await endCredentials(tx, id);
      log.info('the credentials of an account ended, because its address was not proved', { user: id });
    }
    if (isFirst) {
      await store.putIdentity(tx, id, { issuer, subject }, now());
      await recordUpdate(tx, { workspace: id, noun: 'account', id, user: id }, { oidc: null }, { oidc: subject });
      log.info(isNew ? 'the identity provider added an account' : 'an account was joined with the identity provider', {
        user: id,
      });
    }
    const isOwn = isFirst || (!isNew && entry.endsCredentials) || (await signOnProof.find(tx, id))?.hasOwnCredentials;
    const isProved = isEmailVerified && email === account.email;
    if (isOwn) await signOnProof.put(tx, id, isProved ? account.email : null);
    const change = await applyAdminGroup(tx, id, user.isGroupAdmin, now());
    if (change) log.info('the group of administrators was applied', { user: id, change });
    const lost = await applyGroupRoles(tx, id, user.roles);
    return { account: (await findSignOnAccount.locked(tx, id)) ?? account, lost };
  }

  return {
    async find(one, user) {
      const entry = await findEntry(one, user);
      return entry.kind === 'account' && !entry.endsCredentials ? entry.account : undefined;
    },

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

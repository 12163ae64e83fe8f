import { SECRET_VALUE } from '../../core/audit.ts';
import type { Page, PageRequest } from '../../core/paging.ts';
import type { Principal } from '../../core/principal.ts';
import type { RateRule, RateWindows } from '../../core/rate-window.ts';
import type { Db } from '../../db/db.ts';
import { recordChange, recordUpdate } from '../../db/record-change.ts';
import { transaction } from '../../db/transaction.ts';
import { passwordSignInClosed } from '../../http/account-access.ts';
import { assertAllowed } from '../../http/rate-limit.ts';
import { type Clock, formatDateTime } from '../../lib/date-time.ts';
import { limitGroup } from '../../lib/ip.ts';
import type { Log } from '../../lib/log.ts';
import type { SendMail } from '../../lib/mail.ts';
import { hashPassword } from '../../lib/password.ts';
import { randomToken, sha256 } from '../../lib/token.ts';
import type { Language } from '../../texts/message.ts';
import type { KeyService } from '../keys/key.service.ts';
import type { AccountService } from './account.service.ts';
import { findAccount, findAccountByEmail, updateAccount } from './account.store.ts';
import { hasOtherCredentials, putProof } from './account-proof.store.ts';
import { assertStillAdmin } from './assert-still-admin.ts';
import { writeResetMail } from './reset-mail.ts';
import type { NewUserBody, PasswordReset, UserChange } from './user.contract.ts';
import * as store from './user.store.ts';
import {
  HANDED_LINK_MS,
  lastAdministrator,
  MAILED_LINK_MS,
  mailNotSetUp,
  ownAccount,
  passkeysNeeded,
  resetLinkSpent,
  userBeingDeleted,
  userNotFound,
} from './user.ts';
import { createRemoveUser, type RemoveUser } from './user-removal.service.ts';
import { findRemoval } from './user-removal.store.ts';

const MINUTE_MS = 60_000;
const PER_ADDRESS: RateRule = { limit: 20, windowMs: MINUTE_MS };
const PER_ACCOUNT_AND_ADDRESS: RateRule = { limit: 3, windowMs: 60 * MINUTE_MS };
// Low enough not to flood a mailbox; an attacker needs seven client addresses to use it up.
const PER_ACCOUNT: RateRule = { limit: 20, windowMs: 60 * MINUTE_MS };

/** A link to set a new password, and when it expires. */
export interface ResetLink {
  link: string;
  expiresAt: number;
}

/** User management for administrators, and password resets for everyone. */
export interface UserService {
  list(request: PageRequest): Promise<Page<store.ListedUser>>;
  /** `by` is the administrator who makes the request, also in the methods below. */
  add(by: Principal, user: NewUserBody): Promise<{ id: number; link?: string }>;
  update(by: Principal, id: number, change: UserChange): Promise<void>;
  /** The same for the operator of the machine, who needs no account; one administrator must remain. */
  updateAsOperator(id: number, change: UserChange): Promise<void>;
  remove: RemoveUser;
  makeLink(by: Principal, id: number): Promise<ResetLink>;
  /** The same for the operator of the machine, who needs no account. */
  makeOperatorLink(id: number): Promise<ResetLink>;
  /** For lists across all users: email addresses by user id. */
  findEmails(ids: number[]): Promise<Map<number, string>>;
  /** Returns before it looks up the account, so that the response does not reveal whether the account exists. */
  forgot(email: string, address: string, language: Language): Promise<void>;
  reset(request: PasswordReset): Promise<void>;
}

interface Parts {
  db: Db;
  /** For lists; it may use a replica. */
  readDb: Db;
  accounts: AccountService;
  keys: Pick<KeyService, 'removeAll'>;
  passkeys: {
    removeAll(tx: Db, userId: number): Promise<void>;
    /** Whether they are the only second factor of a user who needs one. */
    areNeeded(userId: number): Promise<boolean>;
  };
  baseUrl: string;
  windows: RateWindows;
  /** Undefined if no mail server is configured. */
  sendMail: SendMail | undefined;
  endSessions(tx: Db, userId: number, kept: number | undefined): Promise<void>;
  /** Whether users sign in only with the identity provider. */
  isSignOnOnly: boolean;
  /** Disables everything that a user published, or enables what was disabled this way. */
  changeContent(userId: number, content: 'disable' | 'enable'): Promise<void>;
  /** See `createRemoveUser`. */
  endMemberships(tx: Db, userId: number, heirId: number | null): Promise<number[]>;
  /** Deletes a user whose removal is stored. */
  runRemoval(userId: number): Promise<void>;
  now: Clock;
  log: Log;
}

function subject(userId: number) {
  return { workspace: userId, noun: 'user', id: userId } as const;
}

export function createUserService(parts: Parts): UserService {
  const { db, readDb, accounts, keys, baseUrl, windows, sendMail, endSessions, changeContent, now, log } = parts;
  const { endMemberships, passkeys, runRemoval, isSignOnOnly } = parts;

  /** Without `by`, only a mail shows the link. */
  async function makeLink(userId: number, ttlMs: number, by?: Principal | 'operator'): Promise<ResetLink> {
    const token = randomToken(32);
    const expiresAt = now() + ttlMs;
    await transaction(db, async (tx) => {
      if (by && by !== 'operator') await assertStillAdmin(tx, by);
      const record = { hash: sha256(token), expiresAt, isOperator: by === 'operator', isMailed: by === undefined };
      await store.insertReset(tx, userId, record, now());
      const changes = { expiry: { old: null, new: formatDateTime(expiresAt) } };
      await recordChange(tx, { ...subject(userId), action: 'create_reset_link', changes });
    });
    // Browsers send no fragment, so no log holds the token. The host comes from BASE_URL, because a client can forge Host.
    return { link: `${baseUrl}/app/reset#${token}`, expiresAt };
  }

  /** Where users sign in only with the identity provider, only the links of the command line work. */
  async function findReset(one: Db, hash: string) {
    const found = await store.findResetUser(one, hash, now());
    return isSignOnOnly && !found?.isOperator ? undefined : found;
  }

  async function setFlags(tx: Db, id: number, { admin, disabled, content }: UserChange): Promise<void> {
    const flags = {
      ...(admin !== undefined && { is_admin: admin ? 1 : 0 }),
      ...(disabled !== undefined && { is_disabled: disabled ? 1 : 0 }),
    };
    const before = await findAccount(tx, id);
    if (!before || !(await store.updateFlags(tx, id, flags))) throw userNotFound();
    await recordUpdate(
      tx,
      subject(id),
      { admin: before.isAdmin, disabled: before.isDisabled },
      { admin: admin ?? before.isAdmin, disabled: disabled ?? before.isDisabled, content },
    );
    if (await findRemoval(tx, id)) throw userBeingDeleted();
    if (!disabled) return;
    // A user who is enabled again must sign in again.
    await endSessions(tx, id, undefined);
    await store.deleteResets(tx, id);
  }

  async function mailLink(send: SendMail, email: string, language: Language): Promise<void> {
    try {
      const account = await findAccountByEmail(db, email);
      if (!account || account.isDisabled) return;
      const { link } = await makeLink(account.id, MAILED_LINK_MS);
      await send(writeResetMail(account.email, link, language));
    } catch (error) {
      log.error('an email could not be sent', { error });
    }
  }

  return {
    list: (request) => store.listUsers(readDb, request),
    findEmails: (ids) => store.findEmails(db, ids),

    async add(by, { email, username, password, admin = false }) {
      const user = { email, username, password: password ?? randomToken(32), isAdmin: admin };
      const { id } = await accounts.add(user, (tx) => assertStillAdmin(tx, by));
      const needsLink = password === undefined && !isSignOnOnly;
      return needsLink ? { id, link: (await makeLink(id, HANDED_LINK_MS, by)).link } : { id };
    },

    async update(by, id, change) {
      if (by.userId === id && (change.admin === false || change.disabled === true)) throw ownAccount();
      await transaction(db, async (tx) => {
        // The lock makes these changes run one at a time. The caller is still an administrator and cannot demote themselves,
        // so at least one administrator remains.
        await store.lockAdministrators(tx);
        await assertStillAdmin(tx, by);
        await setFlags(tx, id, change);
      });
      // After the account itself, so that the user cannot publish anything in between.
      if (change.content !== undefined) await changeContent(id, change.content);
    },

    async updateAsOperator(id, change) {
      await transaction(db, async (tx) => {
        await store.lockAdministrators(tx);
        await setFlags(tx, id, change);
        if (!(await store.hasAdministrator(tx))) throw lastAdministrator();
      });
    },

    remove: createRemoveUser({
      ...{ db, endSessions, removeKeys: keys.removeAll, endMemberships, runRemoval, now, log },
    }),

    async makeLink(by, id) {
      if (isSignOnOnly) throw passwordSignInClosed();
      const known = await store.hasUser(db, id);
      if (!known) throw userNotFound();
      return makeLink(id, HANDED_LINK_MS, by);
    },

    makeOperatorLink: (id) => makeLink(id, HANDED_LINK_MS, 'operator'),

    async forgot(email, address, language) {
      if (isSignOnOnly) throw passwordSignInClosed();
      if (!sendMail) throw mailNotSetUp();
      const [account, group] = [sha256(email), limitGroup(address)];
      assertAllowed(await windows.take(`forgot:address:${group}`, PER_ADDRESS), now());
      assertAllowed(await windows.take(`forgot:both:${account}:${group}`, PER_ACCOUNT_AND_ADDRESS), now());
      // Last: a request that another limit refuses must not count here.
      assertAllowed(await windows.take(`forgot:account:${account}`, PER_ACCOUNT), now());
      // Not awaited: the response time would reveal whether the account exists.
      void mailLink(sendMail, email, language);
    },

    async reset({ token, password, revoke_keys: isRevokingKeys, revoke_passkeys: isRevokingPasskeys }) {
      const hash = sha256(token);
      // Checked before the expensive hash, and again inside the transaction, where it counts.
      const known = await findReset(db, hash);
      if (!known) throw resetLinkSpent();
      if (isRevokingPasskeys && (await passkeys.areNeeded(known.userId))) throw passkeysNeeded();
      const passwordHash = await hashPassword(password);
      await transaction(db, async (tx) => {
        const found = await findReset(tx, hash);
        if (!found || !(await store.spendReset(tx, found.userId, hash))) throw resetLinkSpent();
        const { userId, email, isOperator, isMailed } = found;
        await updateAccount(tx, userId, { password_hash: passwordHash, ...(isOperator && { recovered_at: now() }) });
        await endSessions(tx, userId, undefined);
        if (isRevokingKeys) await keys.removeAll(tx, userId);
        if (isRevokingPasskeys) await passkeys.removeAll(tx, userId);
        // A key from before could make others, so the account is proved only without any.
        if (isMailed && !(await hasOtherCredentials(tx, userId))) await putProof(tx, userId, email);
        const changes = { password: { old: SECRET_VALUE, new: SECRET_VALUE } };
        await recordChange(tx, {
          workspace: userId,
          noun: 'account',
          id: userId,
          user: userId,
          action: 'reset',
          changes,
        });
      });
    },
  };
}

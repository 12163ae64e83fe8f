import { type AuditNoun, diffFields, SECRET_VALUE, Secret } from '../../core/audit.ts';
import { keyRequired } from '../../core/errors.ts';
import { type Principal, sessionOf } from '../../core/principal.ts';
import type { Db } from '../../db/db.ts';
import { duplicatedColumn } from '../../db/failures.ts';
import { lockCaller } from '../../db/lock-caller.ts';
import { recordChange, recordCreate, recordUpdate } from '../../db/record-change.ts';
import { transaction } from '../../db/transaction.ts';
import type { Clock } from '../../lib/date-time.ts';
import type { Log } from '../../lib/log.ts';
import type { SendMail } from '../../lib/mail.ts';
import { hashPassword } from '../../lib/password.ts';
import { equalsSafely, randomToken, sign } from '../../lib/token.ts';
import type { Language } from '../../texts/message.ts';
import { mailedLinkRequired } from '../invitations/invitation.ts';
import type { KeyService } from '../keys/key.service.ts';
import type { AccountChange, NewUser, Registration } from './account.contract.ts';
import * as store from './account.store.ts';
import {
  type Account,
  accountGone,
  emailTaken,
  registrationClosed,
  setupTokenRequired,
  suggestUsername,
  usernameTaken,
} from './account.ts';
import { noteUnprovedAddress, putProof } from './account-proof.store.ts';
import { writeEmailChangedMail } from './email-changed-mail.ts';
import { deleteResets } from './user.store.ts';

/** The operations on accounts. */
export interface AccountService {
  get(id: number): Promise<Account>;
  list(): Promise<Account[]>;
  hasAny(): Promise<boolean>;
  /**
   * Registers a visitor: with the setup token while there is no account, then with an invitation, or if registration is open. A user
   * with an invitation joins its workspace.
   */
  register(registration: Registration): Promise<{ id: number; apikey: string; workspace?: number }>;
  /** For the command line: creates an account without a token; `assertAllowed` runs first in the transaction. */
  add(user: NewUser, assertAllowed?: (tx: Db) => Promise<void>): Promise<{ id: number; email: string; apikey: string }>;
  /** A new password ends every session except the caller's; a new email address triggers a notice to the old one. */
  update(id: number, change: AccountChange, by?: { caller: Principal; language: Language }): Promise<void>;
  changeTimeZone(id: number, timeZone: string): Promise<void>;
  findByEmail(email: string): Promise<Account | undefined>;
  /** Finds the user or the shared workspace by the name in public URLs, in any case. */
  findOwnerByName(username: string): Promise<number | undefined>;
  /** The name of a user or of a shared workspace in public URLs. */
  getOwnerName(owner: number): Promise<string>;
  /** For signing in: the account with its password hash. */
  findPassword(email: string): Promise<store.AccountWithPassword | undefined>;
  /** The same by user name, in any case. */
  findPasswordByName(username: string): Promise<store.AccountWithPassword | undefined>;
  /** Whether the account has a password; one of the identity provider may have none. */
  hasPassword(id: number): Promise<boolean>;
  /** Returns the password hash and locks the account until the transaction ends. */
  lockPassword(tx: Db, id: number): Promise<{ passwordHash: string; isDisabled: boolean } | undefined>;
  /** Proves that its holder can read the output of the server; invalid once an account exists. */
  setupToken: string;
  /** Whether the first account is created with this token; false if users sign in only with the identity provider. */
  isSetUpOpen: boolean;
}

interface Parts {
  db: Db;
  keys: KeyService;
  secret: string;
  isRegistrationOpen: boolean;
  /** Invitations to workspaces, bound to an email address. */
  invitations: {
    checkProof(db: Db, token: string, email: string): Promise<boolean>;
    join(tx: Db, token: string, user: { id: number; email: string }): Promise<{ workspaceId: number }>;
  };
  /** Whether users sign in only with the identity provider. */
  isSignOnOnly: boolean;
  /** Ends all sessions of a user except one. */
  endSessions(tx: Db, userId: number, kept: number | undefined): Promise<void>;
  baseUrl: string;
  /** Undefined if no mail server is configured. */
  sendMail: SendMail | undefined;
  now: Clock;
  log: Log;
}

const FIRST_KEY = { name: 'First key', account: true };
const DUPLICATES = { 'users.email': emailTaken, 'users.username': usernameTaken };

function subject(userId: number) {
  return { workspace: userId, noun: 'account', id: userId } as const;
}

/** Maps a unique-index violation to the failure of its column; returns any other error unchanged. */
function translateDuplicate(error: unknown): unknown {
  const column = duplicatedColumn(error) as keyof typeof DUPLICATES | undefined;
  return column && column in DUPLICATES ? DUPLICATES[column]() : error;
}

async function translateDuplicates<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw translateDuplicate(error);
  }
}

export function createAccountService(parts: Parts): AccountService {
  const { db, keys, invitations, secret, isRegistrationOpen, isSignOnOnly, endSessions, baseUrl } = parts;
  const { sendMail, now, log } = parts;
  const setupToken = sign(secret, 'set-up');

  /** Throws unless a visitor may register; returns whether that proves their address. */
  async function checkRegistration(one: Db, isFirst: boolean, registration: Registration): Promise<boolean> {
    const { email, token = '', invitation } = registration;
    if (isSignOnOnly) throw registrationClosed();
    if (isFirst && !equalsSafely(token, setupToken)) throw setupTokenRequired();
    const isInvited = invitation !== undefined && (await invitations.checkProof(one, invitation, email));
    const isProved = isFirst || isInvited;
    if (isProved || isRegistrationOpen) return isProved;
    throw invitation === undefined ? registrationClosed() : mailedLinkRequired();
  }

  async function insert(tx: Db, noun: AuditNoun, record: store.AccountRecord) {
    const id = await store.insertAccount(tx, record, now());
    const { email, username, isAdmin, passwordHash } = record;
    const fields = { email, username, password: new Secret(passwordHash), admin: isAdmin };
    await recordCreate(tx, { workspace: id, noun, id, user: id }, fields);
    const { apikey } = await keys.issue(tx, id, FIRST_KEY);
    return { id, apikey };
  }

  async function reportNewEmail(oldEmail: string, language: Language): Promise<void> {
    try {
      await sendMail?.(writeEmailChangedMail(oldEmail, baseUrl, language));
    } catch (error) {
      log.error('the notice about the changed email address could not be sent to the old address', { error });
    }
  }

  return {
    setupToken,
    isSetUpOpen: !isSignOnOnly,
    list: () => store.listAccounts(db),
    hasAny: () => store.hasAccounts(db),
    findOwnerByName: (username) => store.findOwnerByName(db, username.toLowerCase()),
    findPassword: (email) => store.findAccountPassword(db, 'email', email),
    findPasswordByName: (username) => store.findAccountPassword(db, 'username', username.toLowerCase()),
    hasPassword: (id) => store.hasPassword(db, id),
    lockPassword: store.lockPassword,
    findByEmail: (email) => store.findAccountByEmail(db, email.trim().toLowerCase()),

    async get(id) {
      const account = await store.findAccount(db, id);
      if (!account) throw accountGone();
      return account;
    },

    async getOwnerName(owner) {
      const name = await store.findOwnerName(db, owner);
      if (name === undefined) throw accountGone();
      return name;
    },

    async changeTimeZone(id, timeZone) {
      await transaction(db, async (tx) => {
        const before = await store.findAccount(tx, id);
        if (!before || !(await store.updateAccount(tx, id, { time_zone: timeZone }))) throw accountGone();
        await recordUpdate(tx, subject(id), { timezone: before.timeZone }, { timezone: timeZone });
      });
    },

    async register(registration) {
      const { email, username, password, invitation } = registration;
      // Checked before the expensive hash, and again inside the transaction, where it counts.
      await checkRegistration(db, !(await store.hasAccounts(db)), registration);
      const passwordHash = await hashPassword(password);
      const work = transaction(db, async (tx) => {
        const isFirst = await store.claimFirst(tx, now());
        const isProved = await checkRegistration(tx, isFirst, registration);
        const made = await insert(tx, 'account', { email, username, passwordHash, isAdmin: isFirst });
        if (isProved) await putProof(tx, made.id, email);
        if (invitation === undefined) return made;
        const { workspaceId } = await invitations.join(tx, invitation, { id: made.id, email });
        return { ...made, workspace: workspaceId };
      });
      return translateDuplicates(work);
    },

    async add({ email, username, password, isAdmin }, assertAllowed = async () => {}) {
      const passwordHash = await hashPassword(password);
      const addNamed = (name: string) =>
        transaction(db, async (tx) => {
          await assertAllowed(tx);
          const isFirst = await store.claimFirst(tx, now());
          const made = await insert(tx, 'user', { email, username: name, passwordHash, isAdmin: isAdmin || isFirst });
          await putProof(tx, made.id, email);
          return made;
        });
      if (username !== undefined) return { email, ...(await translateDuplicates(addNamed(username))) };
      const suggested = suggestUsername(email);
      try {
        return { email, ...(await addNamed(suggested)) };
      } catch (error) {
        if (duplicatedColumn(error) !== 'users.username') throw translateDuplicate(error);
        return { email, ...(await translateDuplicates(addNamed(`${suggested}-${randomToken(4).toLowerCase()}`))) };
      }
    },

    async update(id, { email, password }, by) {
      const change = {
        ...(email !== undefined && { email }),
        ...(password !== undefined && { password_hash: await hashPassword(password) }),
      };
      const work = transaction(db, async (tx) => {
        // The key or session may have been revoked while the new password was hashed.
        if (by && !(await lockCaller(tx, by.caller))) throw keyRequired();
        const before = await store.findAccount(tx, id);
        if (!before || !(await store.updateAccount(tx, id, change))) throw accountGone();
        // A reset link in the mailbox of the old address must no longer work.
        await deleteResets(tx, id);
        if (email !== undefined && email !== before.email) await noteUnprovedAddress(tx, id);
        if (password !== undefined) await endSessions(tx, id, by && sessionOf(by.caller));
        const changes = {
          ...diffFields({ email: before.email }, { email: email ?? before.email }),
          ...(password !== undefined && { password: { old: SECRET_VALUE, new: SECRET_VALUE } }),
        };
        await recordChange(tx, { ...subject(id), action: 'update', changes });
        return before.email;
      });
      const oldEmail = await translateDuplicates(work);
      // Not awaited: a slow or unavailable mail server must not delay the change.
      if (by && email !== undefined && email !== oldEmail) void reportNewEmail(oldEmail, by.language);
    },
  };
}

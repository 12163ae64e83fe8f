import type { Page, PageRequest } from '../../core/paging.ts';
import type { RateRule, RateWindows } from '../../core/rate-window.ts';
import type { Db } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import { assertAllowed } from '../../http/rate-limit.ts';
import type { Clock } from '../../lib/date-time.ts';
import { limitGroup } from '../../lib/ip.ts';
import type { Log } from '../../lib/log.ts';
import type { SendMail } from '../../lib/mail.ts';
import { hashPassword } from '../../lib/password.ts';
import { randomToken, sha256 } from '../../lib/token.ts';
import type { Language } from '../../pages/texts.ts';
import type { AccountService } from './account.service.ts';
import { findAccountByEmail, updateAccount } from './account.store.ts';
import type { Account } from './account.ts';
import { writeResetMail } from './reset-mail.ts';
import type { NewUserBody, UserChange } from './user.contract.ts';
import * as store from './user.store.ts';
import { HANDED_LINK_MS, MAILED_LINK_MS, mailNotSetUp, ownAccount, resetLinkSpent, userNotFound } from './user.ts';

const MINUTE_MS = 60_000;
const PER_ACCOUNT: RateRule = { limit: 3, windowMs: 60 * MINUTE_MS };
const PER_ADDRESS: RateRule = { limit: 20, windowMs: MINUTE_MS };

/** A way to set a new password, and until when. */
export interface ResetLink {
  link: string;
  expiresAt: number;
}

/** What administrators do with users, and users who forgot their password for themselves. */
export interface UserService {
  list(request: PageRequest): Promise<Page<Account>>;
  add(user: NewUserBody): Promise<{ id: number; link?: string }>;
  /** `by` is the administrator who does it. */
  update(by: number, id: number, change: UserChange): Promise<void>;
  makeLink(id: number): Promise<ResetLink>;
  /** For lists of all users' rows: the e-mail addresses of these users. */
  findEmails(ids: number[]): Promise<Map<number, string>>;
  /** Answers before anyone has looked whether there is such an account. */
  forgot(email: string, address: string, language: Language): Promise<void>;
  reset(token: string, password: string): Promise<void>;
}

interface Parts {
  db: Db;
  accounts: AccountService;
  baseUrl: string;
  windows: RateWindows;
  /** Undefined where no mail is set up. */
  sendMail: SendMail | undefined;
  endSessions(tx: Db, userId: number, kept: number | undefined): Promise<void>;
  /** Disables everything that a user published, or enables what was disabled in this way. */
  changeContent(userId: number, content: 'disable' | 'enable'): Promise<void>;
  now: Clock;
  log: Log;
}

export function createUserService(parts: Parts): UserService {
  const { db, accounts, baseUrl, windows, sendMail, endSessions, changeContent, now, log } = parts;

  async function makeLink(userId: number, lastsMs: number): Promise<ResetLink> {
    const token = randomToken(32);
    const expiresAt = now() + lastsMs;
    await transaction(db, (tx) => store.insertReset(tx, userId, sha256(token), expiresAt, now()));
    // Behind the # it is not sent to any server, nor written to any log. BASE_URL, not the Host that somebody sent, names us.
    return { link: `${baseUrl}/app/reset#${token}`, expiresAt };
  }

  async function mailLink(send: SendMail, email: string, language: Language): Promise<void> {
    try {
      const account = await findAccountByEmail(db, email);
      if (!account || account.isDisabled) return;
      const { link } = await makeLink(account.id, MAILED_LINK_MS);
      await send(writeResetMail(account.email, link, language));
    } catch (error) {
      log.error('a mail could not be sent', { error });
    }
  }

  return {
    list: (request) => store.listUsers(db, request),
    findEmails: (ids) => store.findEmails(db, ids),

    async add({ email, username, password, admin = false }) {
      const { id } = await accounts.add({ email, username, password: password ?? randomToken(32), isAdmin: admin });
      return password === undefined ? { id, link: (await makeLink(id, HANDED_LINK_MS)).link } : { id };
    },

    async update(by, id, { admin, disabled, content }) {
      if (by === id && (admin === false || disabled === true)) throw ownAccount();
      await transaction(db, async (tx) => {
        const flags = {
          ...(admin !== undefined && { is_admin: admin ? 1 : 0 }),
          ...(disabled !== undefined && { is_disabled: disabled ? 1 : 0 }),
        };
        if (!(await store.updateFlags(tx, id, flags))) throw userNotFound();
        if (!disabled) return;
        // Whoever is let in again later signs in anew.
        await endSessions(tx, id, undefined);
        await store.deleteResets(tx, id);
      });
      // After the account itself, so that nothing new is published meanwhile.
      if (content !== undefined) await changeContent(id, content);
    },

    async makeLink(id) {
      const known = await store.hasUser(db, id);
      if (!known) throw userNotFound();
      return makeLink(id, HANDED_LINK_MS);
    },

    async forgot(email, address, language) {
      if (!sendMail) throw mailNotSetUp();
      assertAllowed(await windows.take(`forgot:address:${limitGroup(address)}`, PER_ADDRESS), now());
      assertAllowed(await windows.take(`forgot:account:${sha256(email)}`, PER_ACCOUNT), now());
      // Not awaited: how long it takes would tell who exists.
      void mailLink(sendMail, email, language);
    },

    async reset(token, password) {
      const hash = sha256(token);
      // Asked before the costly hash, and again where it counts, inside the transaction.
      if ((await store.findResetUser(db, hash, now())) === undefined) throw resetLinkSpent();
      const passwordHash = await hashPassword(password);
      await transaction(db, async (tx) => {
        const userId = await store.findResetUser(tx, hash, now());
        if (userId === undefined || !(await store.spendReset(tx, userId, hash))) throw resetLinkSpent();
        await updateAccount(tx, userId, { password_hash: passwordHash });
        await endSessions(tx, userId, undefined);
      });
    },
  };
}

import type { Db } from '../../db/db.ts';
import { duplicatedColumn } from '../../db/failures.ts';
import { transaction } from '../../db/transaction.ts';
import type { Clock } from '../../lib/date-time.ts';
import { hashPassword } from '../../lib/password.ts';
import { equalsSafely, randomToken, sign } from '../../lib/token.ts';
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
import { deleteResets } from './user.store.ts';

/** What one can do with accounts. */
export interface AccountService {
  get(id: number): Promise<Account>;
  list(): Promise<Account[]>;
  hasAny(): Promise<boolean>;
  /** Lets a stranger in: by the set-up token while nobody is here, then only where registration is open. */
  register(registration: Registration): Promise<{ id: number; apikey: string }>;
  /** The operator's own way in, with no question asked. */
  add(user: NewUser): Promise<{ id: number; email: string; apikey: string }>;
  /** A new password ends every session but the one that is kept. */
  update(id: number, change: AccountChange, keptSession?: number): Promise<void>;
  findByEmail(email: string): Promise<Account | undefined>;
  /** By the name in the addresses of somebody's pages, in any case. */
  findByUsername(username: string): Promise<Account | undefined>;
  /** For signing in. */
  findPassword(email: string): Promise<(Account & { passwordHash: string }) | undefined>;
  /** The same, which nobody changes before the transaction ends. */
  holdPassword(tx: Db, id: number): Promise<{ passwordHash: string; isDisabled: boolean } | undefined>;
  /** Proves that its holder can read the server's output; worthless once someone has registered. */
  setupToken: string;
}

interface Parts {
  db: Db;
  keys: KeyService;
  secret: string;
  isRegistrationOpen: boolean;
  /** Ends all sessions of a user but one. */
  endSessions(tx: Db, userId: number, kept: number | undefined): Promise<void>;
  now: Clock;
}

const FIRST_KEY = { name: 'First key' };
const DUPLICATES = { 'users.email': emailTaken, 'users.username': usernameTaken };

/** Says which of the two unique columns was taken. */
function translateDuplicate(error: unknown): unknown {
  const column = duplicatedColumn(error) as keyof typeof DUPLICATES | undefined;
  return column && column in DUPLICATES ? DUPLICATES[column]() : error;
}

async function namingDuplicates<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw translateDuplicate(error);
  }
}

export function createAccountService({
  db,
  keys,
  secret,
  isRegistrationOpen,
  endSessions,
  now,
}: Parts): AccountService {
  const setupToken = sign(secret, 'set-up');

  function assertMayRegister(isFirst: boolean, token: string | undefined): void {
    if (isFirst && !equalsSafely(token ?? '', setupToken)) throw setupTokenRequired();
    if (!isFirst && !isRegistrationOpen) throw registrationClosed();
  }

  async function insert(tx: Db, record: store.AccountRecord) {
    const id = await store.insertAccount(tx, record, now());
    const { apikey } = await keys.issue(tx, id, FIRST_KEY);
    return { id, apikey };
  }

  return {
    setupToken,
    list: () => store.listAccounts(db),
    hasAny: () => store.hasAccounts(db),
    findByUsername: (username) => store.findAccountByUsername(db, username.toLowerCase()),
    findPassword: (email) => store.findAccountPassword(db, email),
    holdPassword: store.holdPassword,
    findByEmail: (email) => store.findAccountByEmail(db, email.trim().toLowerCase()),

    async get(id) {
      const account = await store.findAccount(db, id);
      if (!account) throw accountGone();
      return account;
    },

    async register({ email, username, password, token }) {
      // Asked before the costly hash, and again where it counts, inside the transaction.
      assertMayRegister(!(await store.hasAccounts(db)), token);
      const passwordHash = await hashPassword(password);
      const work = transaction(db, async (tx) => {
        const isFirst = await store.claimFirst(tx, now());
        assertMayRegister(isFirst, token);
        return insert(tx, { email, username, passwordHash, isAdmin: isFirst });
      });
      return namingDuplicates(work);
    },

    async add({ email, username, password, isAdmin }) {
      const passwordHash = await hashPassword(password);
      const addNamed = (name: string) =>
        transaction(db, async (tx) => {
          const isFirst = await store.claimFirst(tx, now());
          return insert(tx, { email, username: name, passwordHash, isAdmin: isAdmin || isFirst });
        });
      if (username !== undefined) return { email, ...(await namingDuplicates(addNamed(username))) };
      const suggested = suggestUsername(email);
      try {
        return { email, ...(await addNamed(suggested)) };
      } catch (error) {
        if (duplicatedColumn(error) !== 'users.username') throw translateDuplicate(error);
        return { email, ...(await namingDuplicates(addNamed(`${suggested}-${randomToken(4).toLowerCase()}`))) };
      }
    },

    async update(id, { email, password }, keptSession) {
      const change = {
        ...(email !== undefined && { email }),
        ...(password !== undefined && { password_hash: await hashPassword(password) }),
      };
      const work = transaction(db, async (tx) => {
        if (!(await store.updateAccount(tx, id, change))) throw accountGone();
        // A link that lies in the mailbox of before must open nothing.
        await deleteResets(tx, id);
        if (password !== undefined) await endSessions(tx, id, keptSession);
      });
      await namingDuplicates(work);
    },
  };
}

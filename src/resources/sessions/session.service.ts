import { fieldError } from '../../core/errors.ts';
import { personalWorkspace, type SessionHolder } from '../../core/principal.ts';
import type { RateWindows } from '../../core/rate-window.ts';
import type { Db } from '../../db/db.ts';
import { recordCreate, recordDelete } from '../../db/record-change.ts';
import { transaction } from '../../db/transaction.ts';
import { passwordSignInClosed } from '../../http/account-access.ts';
import type { PasskeyProof } from '../../http/passkey-fields.ts';
import type { Clock } from '../../lib/date-time.ts';
import type { Log } from '../../lib/log.ts';
import { verifyPassword } from '../../lib/password.ts';
import type { AccountService } from '../account/account.service.ts';
import type { Account } from '../account/account.ts';
import type { CheckedProof, PasskeyService } from '../passkeys/passkey.service.ts';
import { passkeyRefused } from '../passkeys/passkey.ts';
import type { SecondFactorService } from '../second-factors/second-factor.service.ts';
import { secondFactorRequired, secondFactorWrong } from '../second-factors/second-factor.ts';
import type { SignIn } from './session.contract.ts';
import * as store from './session.store.ts';
import {
  hashSessionToken,
  MAX_SESSIONS,
  makeToken,
  nameAgent,
  SESSION_MS,
  type Session,
  sessionNotFound,
  signInFailed,
} from './session.ts';
import { createTryPassword, type TryPassword } from './sign-in-limits.ts';

const MINUTE_MS = 60_000;

// How long a password that was set with a link of the command line signs in where passwords are closed.
const RECOVERY_MS = 60 * MINUTE_MS;

/** The client of a sign-in. */
export interface SignInClient {
  agent: string;
  address: string;
}

/** A code of the authenticator app, or a passkey. */
type SecondFactorProof = Pick<SignIn, 'code' | 'passkey'>;

/** What a sign-in proved. */
interface SignInProof {
  /** When the user entered a password or something as strong. */
  provedAt: number;
  /** Whether the identity provider has checked two factors. */
  isMultiFactor: boolean;
  hasSecondFactor: boolean;
}

/** A second factor that was right; a passkey is accepted in the transaction that opens the session. */
export interface CheckedFactor {
  hasSecondFactor: boolean;
  proof?: CheckedProof;
}

/** A new session and the token of its cookie. */
interface OpenedSession {
  token: string;
  holder: SessionHolder;
}

/** The operations on sessions. */
export interface SessionService {
  /** Creates a session and returns its token, which is not stored. */
  signIn(credentials: SignIn, client: SignInClient): Promise<OpenedSession>;
  /** The same without a password; a passkey counts as both factors. */
  signInByPasskey(proof: PasskeyProof, client: SignInClient): Promise<OpenedSession>;
  /** Creates a session in a transaction, for a user whom the identity provider has authenticated. */
  open(tx: Db, account: Account, agent: string, proof: SignInProof): Promise<OpenedSession>;
  /** Whether signing in also needs a second factor. */
  needsSecondFactor(userId: number): Promise<boolean>;
  /** Throws unless the second factor is right. */
  checkSecondFactor(account: Account, factor: SecondFactorProof, address: string): Promise<CheckedFactor>;
  /** Records a new proof in a session; false if the session has ended. */
  prove(tx: Db, owner: number, id: number, provedAt: number): Promise<boolean>;
  list(owner: number): Promise<Session[]>;
  end(owner: number, id: number): Promise<void>;
  /** Checks a code of a second factor within the limits of failed sign-ins. */
  tryCode: TryPassword;
  /** Finds the holder of a valid session. */
  findPrincipal(token: string): Promise<SessionHolder | undefined>;
}

interface Parts {
  db: Db;
  accounts: Pick<AccountService, 'findPassword' | 'get' | 'lockPassword'>;
  secondFactors: Pick<SecondFactorService, 'isActive' | 'accept'>;
  passkeys: Pick<PasskeyService, 'accept' | 'check' | 'count' | 'findOwner'>;
  /** The setting REQUIRE_2FA. */
  requiresSecondFactor: boolean;
  /** Whether users sign in only with the identity provider. */
  isSignOnOnly: boolean;
  windows: RateWindows;
  now: Clock;
  log: Log;
}

export function createSessionService(parts: Parts): SessionService {
  const { db, accounts, secondFactors, passkeys, requiresSecondFactor, isSignOnOnly, windows, now, log } = parts;
  const recording = new Set<number>();
  const tryPassword = createTryPassword(windows, now);

  /** Records the use without blocking the request: a read-only store can still serve reads. */
  async function recordUse({ userId, sessionId }: SessionHolder): Promise<void> {
    if (recording.has(sessionId)) return;
    recording.add(sessionId);
    try {
      await store.touchSession(db, userId, sessionId, now(), now() + SESSION_MS);
    } catch (error) {
      log.warn('the last use of a session could not be stored', { sessionId, error });
    } finally {
      recording.delete(sessionId);
    }
  }

  /** Checks a passkey within the limits of failed sign-ins; undefined if it is not one of the account. */
  async function tryPasskey(
    account: Account | undefined,
    given: PasskeyProof,
    address: string,
  ): Promise<CheckedProof | undefined> {
    const checked: { proof?: CheckedProof | undefined } = {};
    // An unknown passkey has no account to count for.
    await tryPassword(account?.email ?? given.id, address, async () => {
      if (account?.isDisabled === false) checked.proof = await passkeys.check(account.id, given, { kind: 'sign-in' });
      return checked.proof !== undefined;
    });
    return checked.proof;
  }

  async function findFactors(userId: number) {
    const [hasApp, passkeyCount] = await Promise.all([secondFactors.isActive(userId), passkeys.count(userId)]);
    // Someone who has a passkey and no app may use the password alone, unless this server requires a second factor.
    const isNeeded = hasApp || (requiresSecondFactor && passkeyCount > 0);
    return { hasApp, passkeyCount, isNeeded, hasSecondFactor: hasApp || passkeyCount > 0 };
  }

  /** Throws unless the second factor is right: a code that was not used before, or a passkey, which is returned. */
  async function checkSecondFactor(
    account: Account,
    { code, passkey }: SecondFactorProof,
    address: string,
  ): Promise<CheckedFactor> {
    const { hasApp, passkeyCount, isNeeded, hasSecondFactor } = await findFactors(account.id);
    if (passkey) {
      const proof = await tryPasskey(account, passkey, address);
      if (!proof) throw secondFactorWrong({ fields: [fieldError('passkey', 'wrong_passkey')] });
      return { hasSecondFactor, proof };
    }
    if (!isNeeded) return { hasSecondFactor };
    if (!code) {
      const fields = [...(hasApp ? ['code'] : []), ...(passkeyCount > 0 ? ['passkey'] : [])];
      throw secondFactorRequired({ fields: fields.map((field) => fieldError(field, 'required')) });
    }
    const isRight = await tryPassword(account.email, address, () => secondFactors.accept(account.id, code));
    if (!isRight) throw secondFactorWrong({ fields: [fieldError('code', 'wrong_code')] });
    return { hasSecondFactor };
  }

  const open: SessionService['open'] = async (tx, { id: userId, isAdmin, username: name }, agent, proof) => {
    const { provedAt, isMultiFactor, hasSecondFactor } = proof;
    const { token, hash } = makeToken();
    await store.deleteStaleSessions(tx, userId, now(), MAX_SESSIONS - 1);
    const record = { hash, agent: nameAgent(agent), expiresAt: now() + SESSION_MS, provedAt, isMultiFactor };
    const sessionId = await store.insertSession(tx, userId, record, now());
    await recordCreate(tx, { workspace: userId, noun: 'session', id: sessionId, user: userId }, {});
    const who = { userId, ...personalWorkspace(userId), isAdmin, name };
    return { token, holder: { ...who, sessionId, provedAt, hasSecondFactor: hasSecondFactor || isMultiFactor } };
  };

  /** Creates a session. What was checked may have changed meanwhile, so `assertUnchanged` runs first in the transaction. */
  async function openUnchanged(
    account: Account,
    agent: string,
    hasSecondFactor: boolean,
    assertUnchanged: (tx: Db) => Promise<void>,
  ): Promise<OpenedSession> {
    return transaction(db, async (tx) => {
      await assertUnchanged(tx);
      return open(tx, account, agent, { provedAt: now(), isMultiFactor: false, hasSecondFactor });
    });
  }

  return {
    open,
    checkSecondFactor,
    needsSecondFactor: async (userId) => (await findFactors(userId)).isNeeded,
    prove: store.markProved,
    list: (owner) => store.listSessions(db, owner, now()),

    tryCode: tryPassword,

    async signIn({ email, password, ...factor }, { agent, address }) {
      const account = await accounts.findPassword(email);
      const isRecovered = now() - (account?.recoveredAt ?? 0) < RECOVERY_MS;
      if (isSignOnOnly && !isRecovered) throw passwordSignInClosed();
      const isRight = await tryPassword(email, address, async (parties) => {
        const isSame = await verifyPassword(password, account?.passwordHash, parties);
        return isSame && account?.isDisabled === false;
      });
      if (!account || !isRight) throw signInFailed();
      const { hasSecondFactor, proof } = await checkSecondFactor(account, factor, address);
      return openUnchanged(account, agent, hasSecondFactor, async (tx) => {
        // A change of the password ends only the sessions that already exist.
        const locked = await accounts.lockPassword(tx, account.id);
        if (locked?.passwordHash !== account.passwordHash || locked.isDisabled) throw signInFailed();
        if (proof && !(await passkeys.accept(tx, proof))) throw passkeyRefused();
      });
    },

    async signInByPasskey(passkey, { agent, address }) {
      if (isSignOnOnly) throw passwordSignInClosed();
      const owner = await passkeys.findOwner(passkey.id);
      const account = owner === undefined ? undefined : await accounts.get(owner);
      const proof = await tryPasskey(account, passkey, address);
      if (!account || !proof) throw passkeyRefused();
      return openUnchanged(account, agent, true, async (tx) => {
        const locked = await accounts.lockPassword(tx, account.id);
        if (!locked || locked.isDisabled || !(await passkeys.accept(tx, proof))) throw passkeyRefused();
      });
    },

    async end(owner, id) {
      await transaction(db, async (tx) => {
        if (!(await store.deleteSession(tx, owner, id))) throw sessionNotFound();
        await recordDelete(tx, { workspace: owner, noun: 'session', id }, {});
      });
    },

    async findPrincipal(token) {
      const hash = hashSessionToken(token);
      const holder = hash === undefined ? undefined : await store.findSessionHolder(db, hash);
      if (!holder || holder.expiresAt <= now()) return undefined;
      const { usedAt, expiresAt: _, ...principal } = holder;
      if (Math.abs(now() - usedAt) >= MINUTE_MS) void recordUse(principal);
      return principal;
    },
  };
}

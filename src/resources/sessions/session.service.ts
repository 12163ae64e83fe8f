import { fieldError } from '../../core/errors.ts';
import { personalWorkspace, type SessionHolder } from '../../core/principal.ts';
import type { RateWindows } from '../../core/rate-window.ts';
import type { Db } from '../../db/db.ts';
import { recordCreate, recordDelete } from '../../db/record-change.ts';
import { transaction } from '../../db/transaction.ts';
import type { Clock } from '../../lib/date-time.ts';
import type { Log } from '../../lib/log.ts';
import { verifyPassword } from '../../lib/password.ts';
import type { AccountService } from '../account/account.service.ts';
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

// Matches no password. It is checked for a missing account, so that such a sign-in takes as long as any other.
const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$dKvggLsQ1TpTyhoNPud4aRDeiHqFvprQ6GR8spQfQP8$5RSrn4r+H6Yh/UfYs/19DQjOK5b8Bro5peU/cc1TK1I';

/** The client of a sign-in. */
export interface SignInClient {
  agent: string;
  address: string;
}

/** The operations on sessions. */
export interface SessionService {
  /** Creates a session and returns its token, which is not stored. */
  signIn(credentials: SignIn, client: SignInClient): Promise<{ token: string; holder: SessionHolder }>;
  list(owner: number): Promise<Session[]>;
  end(owner: number, id: number): Promise<void>;
  /** Checks a code of a second factor within the limits of failed sign-ins. */
  tryCode: TryPassword;
  /** Finds the holder of a valid session. */
  findPrincipal(token: string): Promise<SessionHolder | undefined>;
}

interface Parts {
  db: Db;
  accounts: Pick<AccountService, 'findPassword' | 'lockPassword'>;
  secondFactors: Pick<SecondFactorService, 'isActive' | 'accept'>;
  windows: RateWindows;
  now: Clock;
  log: Log;
}

export function createSessionService({ db, accounts, secondFactors, windows, now, log }: Parts): SessionService {
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

  /** Throws unless this is a code of the account's second factor that was not used before. */
  async function assertCode(
    { id, email }: { id: number; email: string },
    code: string | null | undefined,
    address: string,
  ): Promise<void> {
    if (!code) throw secondFactorRequired({ fields: [fieldError('code', 'required')] });
    const isRight = await tryPassword(email, address, () => secondFactors.accept(id, code));
    if (!isRight) throw secondFactorWrong({ fields: [fieldError('code', 'wrong_code')] });
  }

  return {
    list: (owner) => store.listSessions(db, owner, now()),

    tryCode: tryPassword,

    async signIn({ email, password, code }, { agent, address }) {
      const account = await accounts.findPassword(email);
      const isRight = await tryPassword(email, address, async () => {
        const isSame = await verifyPassword(password, account?.passwordHash ?? DUMMY_HASH);
        return isSame && account?.isDisabled === false;
      });
      if (!account || !isRight) throw signInFailed();
      const hasSecondFactor = await secondFactors.isActive(account.id);
      if (hasSecondFactor) await assertCode(account, code, address);
      const { token, hash } = makeToken();
      const provedAt = now();
      const sessionId = await transaction(db, async (tx) => {
        // The password may have changed during the check; that change ends only the sessions that already exist.
        const locked = await accounts.lockPassword(tx, account.id);
        if (locked?.passwordHash !== account.passwordHash || locked.isDisabled) throw signInFailed();
        await store.deleteStaleSessions(tx, account.id, now(), MAX_SESSIONS - 1);
        const record = { hash, agent: nameAgent(agent), expiresAt: now() + SESSION_MS };
        const made = await store.insertSession(tx, account.id, record, provedAt);
        await recordCreate(tx, { workspace: account.id, noun: 'session', id: made, user: account.id }, {});
        return made;
      });
      const { id: userId, isAdmin, username: name } = account;
      const who = { userId, ...personalWorkspace(userId), isAdmin, name };
      return { token, holder: { ...who, sessionId, provedAt, hasSecondFactor } };
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

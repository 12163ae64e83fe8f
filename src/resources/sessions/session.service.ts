import type { SessionHolder } from '../../core/principal.ts';
import type { RateWindows } from '../../core/rate-window.ts';
import type { Db } from '../../db/db.ts';
import { transaction } from '../../db/transaction.ts';
import type { Clock } from '../../lib/date-time.ts';
import type { Log } from '../../lib/log.ts';
import { verifyPassword } from '../../lib/password.ts';
import type { AccountService } from '../account/account.service.ts';
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
import { createTryPassword } from './sign-in-limits.ts';

const MINUTE_MS = 60_000;

// Nobody's password: who signs in to an account that is not there waits as long as everyone else.
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$dKvggLsQ1TpTyhoNPud4aRDeiHqFvprQ6GR8spQfQP8$5RSrn4r+H6Yh/UfYs/19DQjOK5b8Bro5peU/cc1TK1I';

/** What is known of whoever signs in. */
export interface SignInClient {
  agent: string;
  address: string;
}

/** What one can do with sessions. */
export interface SessionService {
  /** The token of a new session, which is told to nobody else. */
  signIn(credentials: SignIn, visitor: SignInClient): Promise<{ token: string; holder: SessionHolder }>;
  list(owner: number): Promise<Session[]>;
  end(owner: number, id: number): Promise<void>;
  /** Who holds a session that goes on. */
  findPrincipal(token: string): Promise<SessionHolder | undefined>;
}

interface Parts {
  db: Db;
  accounts: Pick<AccountService, 'findPassword' | 'holdPassword'>;
  windows: RateWindows;
  now: Clock;
  log: Log;
}

export function createSessionService({ db, accounts, windows, now, log }: Parts): SessionService {
  const noting = new Set<number>();
  const tryPassword = createTryPassword(windows, now);

  /** Notes the use beside the request, not before it: a store that can only be read still serves reads. */
  async function noteUse({ userId, sessionId }: SessionHolder): Promise<void> {
    if (noting.has(sessionId)) return;
    noting.add(sessionId);
    try {
      await store.touchSession(db, userId, sessionId, now(), now() + SESSION_MS);
    } catch (error) {
      log.warn('the use of a session could not be noted', { sessionId, error });
    } finally {
      noting.delete(sessionId);
    }
  }

  return {
    list: (owner) => store.listSessions(db, owner, now()),

    async signIn({ email, password }, { agent, address }) {
      const account = await accounts.findPassword(email);
      const isRight = await tryPassword(email, address, async () => {
        const isSame = await verifyPassword(password, account?.passwordHash ?? NOBODYS_HASH);
        return isSame && account?.isDisabled === false;
      });
      if (!account || !isRight) throw signInFailed();
      const { token, hash } = makeToken();
      const provedAt = now();
      const sessionId = await transaction(db, async (tx) => {
        // The password may have been changed while it was judged; whoever changes it ends only the sessions that are there.
        const held = await accounts.holdPassword(tx, account.id);
        if (held?.passwordHash !== account.passwordHash || held.isDisabled) throw signInFailed();
        await store.deleteStaleSessions(tx, account.id, now(), MAX_SESSIONS - 1);
        const record = { hash, agent: nameAgent(agent), expiresAt: now() + SESSION_MS };
        return store.insertSession(tx, account.id, record, provedAt);
      });
      return { token, holder: { userId: account.id, isAdmin: account.isAdmin, sessionId, provedAt } };
    },

    async end(owner, id) {
      if (!(await store.deleteSession(db, owner, id))) throw sessionNotFound();
    },

    async findPrincipal(token) {
      const hash = hashSessionToken(token);
      const holder = hash === undefined ? undefined : await store.findSessionHolder(db, hash);
      if (!holder || holder.expiresAt <= now()) return undefined;
      const { usedAt, expiresAt: _, ...principal } = holder;
      if (Math.abs(now() - usedAt) >= MINUTE_MS) void noteUse(principal);
      return principal;
    },
  };
}

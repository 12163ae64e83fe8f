import type { OidcConfig } from '../../config/oidc.ts';
import { keyRequired } from '../../core/errors.ts';
import type { Principal } from '../../core/principal.ts';
import type { Db } from '../../db/db.ts';
import { lockCaller } from '../../db/lock-caller.ts';
import { transaction } from '../../db/transaction.ts';
import type { Clock } from '../../lib/date-time.ts';
import type { Log } from '../../lib/log.ts';
import { equalsSafely, randomToken, sha256 } from '../../lib/token.ts';
import type { PasskeyService } from '../passkeys/passkey.service.ts';
import { passkeyRefused } from '../passkeys/passkey.ts';
import type { CheckedFactor, SessionService, SignInClient } from '../sessions/session.service.ts';
import { PROOF_MS } from '../sessions/session.ts';
import type { CallbackQuery, FactorBody } from './identity.contract.ts';
import * as store from './identity.store.ts';
import { otherIdentity, proofTooOld, providerRefused, signInOutdated } from './identity.ts';
import type { Provider } from './provider.ts';
import { type ProvenUser, readClaims } from './read-claims.ts';
import { type AwaitedFactor, type PendingSignIn, SIGN_IN_MS, type SignInCookie } from './sign-in-cookie.ts';
import type { SignOnAccounts } from './sign-on-accounts.ts';

/** What a browser sends with a request. */
interface Visit extends SignInClient {
  /** The value of the sign-in cookie. */
  cookie: string | undefined;
}

/** How a sign-in at the provider ended. */
export type SignOnOutcome =
  | { kind: 'signed-in'; token: string; returnTo: string }
  /** The account has a second factor here, which is still missing. */
  | { kind: 'factor'; pending: PendingSignIn }
  | { kind: 'confirmed' };

/** Signing in with the identity provider. */
export interface SignOnService {
  /** Starts a sign-in, or a confirmation of the session of `caller`. */
  start(returnTo: string, caller?: Principal): Promise<{ location: string; pending: PendingSignIn }>;
  /** Whether the browser is at the provider to confirm its session. */
  isConfirming(visit: Visit): boolean;
  /** Handles the response of the provider. */
  finish(query: CallbackQuery, visit: Visit, caller: Principal | undefined): Promise<SignOnOutcome>;
  /** Ends a sign-in by a second factor. */
  finishWithFactor(factor: FactorBody, visit: Visit): Promise<{ token: string; returnTo: string }>;
}

interface Parts {
  db: Db;
  oidc: OidcConfig;
  provider: Provider;
  cookie: SignInCookie;
  accounts: SignOnAccounts;
  sessions: Pick<SessionService, 'checkSecondFactor' | 'needsSecondFactor' | 'open' | 'prove'>;
  passkeys: Pick<PasskeyService, 'accept'>;
  now: Clock;
  log: Log;
}

export function createSignOnService(parts: Parts): SignOnService {
  const { db, oidc, provider, cookie, accounts, sessions, passkeys, now, log } = parts;

  async function spend(tx: Db, id: string, expiresAt: number): Promise<void> {
    if (!(await store.spendSignIn(tx, { hash: sha256(id), expiresAt }, now()))) throw signInOutdated();
  }

  /** `awaited` is the sign-in that ends with a second factor. */
  async function openSession(
    user: ProvenUser,
    agent: string,
    { proof, hasSecondFactor }: CheckedFactor,
    awaited?: AwaitedFactor,
  ): Promise<string> {
    const { token } = await accounts.enter(user, async (tx, account) => {
      if (awaited) await spend(tx, awaited.id, awaited.expiresAt);
      if (proof && !(await passkeys.accept(tx, proof))) throw passkeyRefused();
      const { provedAt, isMultiFactor } = user;
      return sessions.open(tx, account, agent, { provedAt, isMultiFactor, hasSecondFactor });
    });
    return token;
  }

  /** Whether the account needs a second factor here, which the provider's own check replaces. */
  async function needsFactor(user: ProvenUser): Promise<boolean> {
    if (user.isMultiFactor) return false;
    const account = await accounts.find(db, user);
    return account !== undefined && sessions.needsSecondFactor(account.id);
  }

  async function confirm({ subject, provedAt }: ProvenUser, sessionId: number, caller: Principal | undefined) {
    if (!caller || !('sessionId' in caller) || caller.sessionId !== sessionId) throw signInOutdated();
    const userId = await store.findIdentityUser(db, { issuer: oidc.issuer, subject });
    if (userId !== caller.userId) throw otherIdentity();
    if (now() - provedAt >= PROOF_MS) throw proofTooOld();
    await transaction(db, async (tx) => {
      if (!(await lockCaller(tx, caller))) throw keyRequired();
      if (!(await sessions.prove(tx, userId, sessionId, provedAt))) throw keyRequired();
    });
  }

  return {
    async start(returnTo, caller) {
      const checks = { state: randomToken(32), nonce: randomToken(32), verifier: randomToken(32) };
      const sessionId = caller && 'sessionId' in caller ? caller.sessionId : null;
      const location = await provider.buildSignInUrl(checks, sessionId !== null);
      return { location, pending: { kind: 'started', ...checks, returnTo, sessionId, expiresAt: now() + SIGN_IN_MS } };
    },

    isConfirming: (visit) => (cookie.read(visit.cookie, 'started', now())?.sessionId ?? null) !== null,

    async finish(query, visit, caller) {
      const started = cookie.read(visit.cookie, 'started', now());
      if (!started || !equalsSafely(query.state ?? '', started.state)) throw signInOutdated();
      await transaction(db, (tx) => spend(tx, started.state, started.expiresAt));
      if (query.error !== undefined) {
        log.warn('the identity provider refused a sign-in', { reason: query.error, means: query.error_description });
        throw providerRefused();
      }
      const response = new URLSearchParams();
      for (const [name, value] of Object.entries(query)) if (value !== undefined) response.set(name, value);
      const user = readClaims(await provider.redeem(response, started), oidc, now());
      if (started.sessionId !== null) {
        await confirm(user, started.sessionId, caller);
        return { kind: 'confirmed' };
      }
      const { returnTo } = started;
      if (await needsFactor(user)) {
        const expiresAt = now() + SIGN_IN_MS;
        return { kind: 'factor', pending: { kind: 'factor', id: randomToken(32), user, returnTo, expiresAt } };
      }
      const token = await openSession(user, visit.agent, { hasSecondFactor: false });
      return { kind: 'signed-in', token, returnTo };
    },

    async finishWithFactor(factor, { cookie: value, agent, address }) {
      const awaited = cookie.read(value, 'factor', now());
      const account = awaited && (await accounts.find(db, awaited.user));
      if (!account) throw signInOutdated();
      const checked = await sessions.checkSecondFactor(account, factor, address);
      const token = await openSession(awaited.user, agent, checked, awaited);
      return { token, returnTo: awaited.returnTo };
    },
  };
}

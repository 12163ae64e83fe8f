import { serverBusy } from '../../core/errors.ts';
import { mapPage } from '../../core/paging.ts';
import { type Principal, sessionOf } from '../../core/principal.ts';
import { passwordSignInClosed } from '../../http/account-access.ts';
import { ok, pageBody } from '../../http/envelope.ts';
import { idParams, pageQuery } from '../../http/fields.ts';
import { publicRoute, type Route, route } from '../../http/route.ts';
import type { SessionCookie } from '../../http/session-cookie.ts';
import { formatDateTime } from '../../lib/date-time.ts';
import type { AccountService } from '../account/account.service.ts';
import { accountGone } from '../account/account.ts';
import type { PasskeyService } from '../passkeys/passkey.service.ts';
import { passkeyRefused, passkeysUnavailable } from '../passkeys/passkey.ts';
import type { SecondFactorService } from '../second-factors/second-factor.service.ts';
import { secondFactorRequired, secondFactorWrong } from '../second-factors/second-factor.ts';
import * as contract from './session.contract.ts';
import type { SessionService } from './session.service.ts';
import { type Session, sessionNotFound, signInFailed } from './session.ts';

interface Parts {
  sessions: SessionService;
  accounts: AccountService;
  cookie: SessionCookie;
  baseUrl: string;
  secondFactors: Pick<SecondFactorService, 'isActive'>;
  passkeys: Pick<PasskeyService, 'count' | 'startSignIn'>;
  /** Whether a user has joined their account with the identity provider. */
  isJoined(userId: number): Promise<boolean>;
  /** The setting REQUIRE_2FA. */
  requiresSecondFactor: boolean;
}

function toView(
  { id, agent, usedAt, expiresAt, createdAt }: Session,
  current: number | undefined,
): contract.SessionView {
  return {
    id,
    agent,
    current: id === current,
    used: formatDateTime(usedAt),
    expiry: formatDateTime(expiresAt),
    date: formatDateTime(createdAt),
  };
}

export function sessionRoutes(parts: Parts): Route[] {
  const { sessions, accounts, cookie, baseUrl, secondFactors, passkeys, requiresSecondFactor, isJoined } = parts;
  const group = 'Sessions';

  async function viewOf(caller: Principal): Promise<contract.SignedInView> {
    const hasSecondFactor = await secondFactors.isActive(caller.userId);
    const passkeyCount = await passkeys.count(caller.userId);
    const { id, email, username, isAdmin, timeZone } = await accounts.get(caller.userId);
    const isMissing = requiresSecondFactor && 'sessionId' in caller && !caller.hasSecondFactor;
    const [hasPassword, isAtProvider] = await Promise.all([accounts.hasPassword(id), isJoined(id)]);
    const avatar = `${baseUrl}/avatar/${username}.svg`;
    const session = sessionOf(caller) ?? null;
    return {
      ...{ userid: id, session, email, username, avatar, admin: isAdmin, timezone: timeZone, address: baseUrl },
      ...{ second_factor: hasSecondFactor, passkeys: passkeyCount, second_factor_missing: isMissing },
      ...{ second_factor_required: requiresSecondFactor, password: hasPassword, oidc: isAtProvider },
    };
  }

  return [
    publicRoute({
      method: 'POST',
      path: '/api/session',
      group,
      summary: 'Sign in; the response sets the session cookie',
      body: contract.signInBody,
      answer: contract.signedInAnswer,
      fails: [signInFailed, passwordSignInClosed, secondFactorRequired, secondFactorWrong, passkeyRefused, serverBusy],
      isOwnPagesOnly: true,
      handle: async ({ body, request }) => {
        const { token, holder } = await sessions.signIn(body, request);
        request.setCookie(cookie.write(token));
        return ok({ data: await viewOf(holder) });
      },
    }),

    publicRoute({
      method: 'POST',
      path: '/api/session/passkey/options',
      group,
      summary: 'Get the options with which a browser signs in with a passkey',
      answer: contract.passkeyOptionsAnswer,
      fails: [passkeysUnavailable],
      isOwnPagesOnly: true,
      handle: async () => ok({ options: passkeys.startSignIn() }),
    }),

    publicRoute({
      method: 'POST',
      path: '/api/session/passkey',
      group,
      summary: 'Sign in with a passkey, without a password; the response sets the session cookie',
      body: contract.passkeySignInBody,
      answer: contract.signedInAnswer,
      fails: [passkeyRefused, passwordSignInClosed],
      isOwnPagesOnly: true,
      handle: async ({ body, request }) => {
        const { token, holder } = await sessions.signInByPasskey(body.passkey, request);
        request.setCookie(cookie.write(token));
        return ok({ data: await viewOf(holder) });
      },
    }),

    route({
      method: 'GET',
      path: '/api/session',
      scope: 'account',
      group,
      summary: 'Read who is signed in',
      isOpenWithoutSecondFactor: true,
      answer: contract.signedInAnswer,
      fails: [accountGone],
      handle: async ({ caller }) => ok({ data: await viewOf(caller) }),
    }),

    route({
      method: 'DELETE',
      path: '/api/session',
      scope: 'account',
      group,
      summary: 'Sign out',
      isOpenWithoutSecondFactor: true,
      answer: contract.signOutAnswer,
      fails: [sessionNotFound],
      handle: async ({ caller, request }) => {
        await sessions.end(caller.userId, sessionOf(caller) ?? 0);
        request.setCookie(cookie.clear());
        return ok({ message: 'You are signed out.' as const });
      },
    }),

    route({
      method: 'GET',
      path: '/api/sessions',
      scope: 'account',
      group,
      summary: 'List your sessions, most recently used first',
      query: pageQuery,
      answer: contract.sessionPage,
      handle: async ({ caller, query }) => {
        const all = await sessions.list(caller.userId);
        const rows = all.slice((query.page - 1) * query.limit, query.page * query.limit);
        const page = { ...query, total: all.length, rows };
        return pageBody(
          'sessions',
          mapPage(page, (session) => toView(session, sessionOf(caller))),
        );
      },
    }),

    route({
      method: 'DELETE',
      path: '/api/session/:id/delete',
      scope: 'account',
      group,
      summary: 'End a session; its browser is signed out immediately',
      params: idParams,
      answer: contract.endSessionAnswer,
      fails: [sessionNotFound],
      handle: async ({ caller, params }) => {
        await sessions.end(caller.userId, params.id);
        return ok({ message: 'Session has been ended.' as const });
      },
    }),
  ];
}

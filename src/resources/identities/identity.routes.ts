import type { OidcConfig } from '../../config/oidc.ts';
import { keyRequired } from '../../core/errors.ts';
import { ok } from '../../http/envelope.ts';
import { publicRoute, type RequestFacts, type Route, redirectRoute } from '../../http/route.ts';
import type { SessionCookie } from '../../http/session-cookie.ts';
import { passkeyRefused } from '../passkeys/passkey.ts';
import { secondFactorRequired, secondFactorWrong } from '../second-factors/second-factor.ts';
import * as contract from './identity.contract.ts';
import * as failures from './identity.ts';
import type { SignInCookie } from './sign-in-cookie.ts';
import type { SignOnService } from './sign-on.service.ts';

interface Parts {
  /** Undefined if there is no identity provider. */
  signOn: SignOnService | undefined;
  oidc: OidcConfig | undefined;
  cookie: SessionCookie;
  signInCookie: SignInCookie;
}

const SIGN_IN_PAGE = '/app';
const FACTOR_PAGE = '/app/second-factor';
const CONFIRMED_PAGE = '/app/confirmed';

export function identityRoutes({ signOn, oidc, cookie, signInCookie }: Parts): Route[] {
  const group = 'Sessions';

  function getSignOn(): SignOnService {
    if (!signOn) throw failures.oidcNotSetUp();
    return signOn;
  }

  function visitOf({ agent, address, readCookie }: RequestFacts) {
    return { agent, address, cookie: readCookie(signInCookie.name) };
  }

  function signIn(request: RequestFacts, token: string): void {
    request.setCookie(cookie.write(token));
    request.setCookie(signInCookie.clear());
  }

  return [
    publicRoute({
      method: 'GET',
      path: '/api/session/methods',
      group,
      summary: 'Read how users sign in',
      answer: contract.methodsAnswer,
      handle: async () => {
        const data = { password: !oidc?.isOnly, oidc: oidc !== undefined, oidc_name: oidc?.name ?? null };
        return ok({ data });
      },
    }),

    redirectRoute({
      path: '/api/session/oidc',
      group,
      summary: 'Sign in with the identity provider: redirects a browser to it',
      query: contract.startQuery,
      fails: [failures.oidcNotSetUp, failures.providerUnavailable, keyRequired],
      problemPage: (_, { confirm }) => (confirm === '1' ? CONFIRMED_PAGE : SIGN_IN_PAGE),
      handle: async ({ query, caller, request }) => {
        const service = getSignOn();
        const isConfirming = query.confirm === '1';
        if (isConfirming && !(caller && 'sessionId' in caller)) throw keyRequired();
        const started = await service.start(query.return ?? SIGN_IN_PAGE, isConfirming ? caller : undefined);
        request.setCookie(signInCookie.write(started.pending));
        return { location: started.location };
      },
    }),

    redirectRoute({
      path: '/api/session/oidc/callback',
      group,
      summary: 'The identity provider sends the browser here; sets the session cookie and redirects to the dashboard',
      query: contract.callbackQuery,
      fails: [
        ...[failures.oidcNotSetUp, failures.signInOutdated, failures.providerRefused, failures.providerUnavailable],
        ...[failures.providerResponseInvalid, failures.providerEmailMissing, failures.emailNotVerified],
        ...[
          failures.accountJoined,
          failures.accountDisabled,
          failures.otherIdentity,
          failures.proofTooOld,
          keyRequired,
        ],
      ],
      problemPage: (request) => (signOn?.isConfirming(visitOf(request)) ? CONFIRMED_PAGE : SIGN_IN_PAGE),
      handle: async ({ query, caller, request }) => {
        const outcome = await getSignOn().finish(query, visitOf(request), caller);
        if (outcome.kind === 'factor') {
          request.setCookie(signInCookie.write(outcome.pending));
          return { location: FACTOR_PAGE };
        }
        if (outcome.kind === 'confirmed') {
          request.setCookie(signInCookie.clear());
          return { location: CONFIRMED_PAGE };
        }
        signIn(request, outcome.token);
        return { location: outcome.returnTo };
      },
    }),

    publicRoute({
      method: 'POST',
      path: '/api/session/oidc',
      group,
      summary: 'Complete a sign-in with the identity provider by sending the second factor, for accounts that have one',
      body: contract.factorBody,
      answer: contract.factorAnswer,
      fails: [
        ...[failures.oidcNotSetUp, failures.signInOutdated, failures.accountDisabled, failures.emailNotVerified],
        ...[
          failures.accountJoined,
          failures.providerEmailMissing,
          secondFactorRequired,
          secondFactorWrong,
          passkeyRefused,
        ],
      ],
      isOwnPagesOnly: true,
      handle: async ({ body, request }) => {
        const { token, returnTo } = await getSignOn().finishWithFactor(body, visitOf(request));
        signIn(request, token);
        return ok({ location: returnTo });
      },
    }),
  ];
}

import type * as OpenidClient from 'openid-client';
import type { OidcConfig } from '../../config/oidc.ts';
import type { Clock } from '../../lib/date-time.ts';
import type { Log } from '../../lib/log.ts';
import type { OperatorFetch } from '../../lib/outbound/operator-fetch.ts';
import { providerResponseInvalid, providerUnavailable } from './identity.ts';

type Client = typeof OpenidClient;
type Metadata = OpenidClient.ServerMetadata;

/** What binds the response of the provider to one sign-in. */
export interface SignInChecks {
  state: string;
  nonce: string;
  /** The secret of PKCE. */
  verifier: string;
}

/** What the provider says about a user. */
export type Claims = Readonly<Record<string, unknown>> & { sub: string };

/** The identity provider. */
export interface Provider {
  /** The URL where the user signs in; `isFresh` makes the provider ask for a password even if it knows the browser. */
  buildSignInUrl(checks: SignInChecks, isFresh: boolean): Promise<string>;
  /** Exchanges the response that the browser brought for the claims of the user. */
  redeem(response: URLSearchParams, checks: SignInChecks): Promise<Claims>;
}

interface Parts {
  oidc: OidcConfig;
  /** Where the provider sends the browser back to. */
  callbackUrl: string;
  fetch: OperatorFetch;
  now: Clock;
  log: Log;
}

// Endpoints rarely change; while the provider does not respond, older ones are used.
const METADATA_MS = 10 * 60_000;

let loaded: Promise<Client> | undefined;

/** Loads the library when it is first needed: most servers have no provider, and its code takes memory. */
function loadClient(): Promise<Client> {
  loaded ??= import('openid-client');
  return loaded;
}

/** The provider could not be reached, or failed itself. */
class Outage extends Error {}

function isOutage(error: unknown): boolean {
  if (error instanceof Outage) return true;
  return error instanceof Error && error.cause !== undefined && isOutage(error.cause);
}

/** Talks to the provider of OIDC_ISSUER; nothing is sent before the first sign-in. */
export function createProvider({ oidc, callbackUrl, fetch, now, log }: Parts): Provider {
  const { issuer, clientId, clientSecret, scopes } = oidc;
  const isPlain = issuer.startsWith('http:');
  let known: { metadata: Metadata; at: number } | undefined;
  // By the standard the secret is in a header; where a provider refuses that, it is in the body from then on.
  let isSecretInBody = false;

  const send: OpenidClient.CustomFetch = async (url, { body, ...rest }) => {
    let response: Response;
    try {
      response = await fetch(url, { ...rest, body: body as string | URLSearchParams | null });
    } catch (cause) {
      throw new Outage(`${new URL(url).host} cannot be reached`, { cause });
    }
    if (response.status >= 500 || response.status === 429) {
      throw new Outage(`${new URL(url).host} answered ${response.status}`);
    }
    return response;
  };

  async function discover(client: Client): Promise<Metadata> {
    if (known && now() - known.at < METADATA_MS && now() >= known.at) return known.metadata;
    try {
      const found = await client.discovery(new URL(issuer), clientId, clientSecret, undefined, {
        [client.customFetch]: send,
        ...(isPlain && { execute: [client.allowInsecureRequests] }),
      });
      known = { metadata: found.serverMetadata(), at: now() };
    } catch (error) {
      log.warn('the identity provider cannot be used', { issuer, error });
      if (!known) throw providerUnavailable({ cause: error });
    }
    return known.metadata;
  }

  /** A new configuration for each sign-in also forgets the keys of the provider, so a changed key is found at once. */
  async function configure(client: Client, auth?: OpenidClient.ClientAuth): Promise<OpenidClient.Configuration> {
    const metadata = await discover(client);
    const configuration = new client.Configuration(metadata, clientId, { client_secret: clientSecret }, auth);
    configuration[client.customFetch] = send;
    if (isPlain) client.allowInsecureRequests(configuration);
    client.enableNonRepudiationChecks(configuration);
    return configuration;
  }

  async function exchange(
    client: Client,
    auth: OpenidClient.ClientAuth,
    url: URL,
    { state, nonce, verifier }: SignInChecks,
  ): Promise<Claims> {
    const configuration = await configure(client, auth);
    const tokens = await client.authorizationCodeGrant(configuration, url, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims) throw new Error('the provider sent no ID token');
    const hasUserInfo = configuration.serverMetadata().userinfo_endpoint !== undefined;
    const info = hasUserInfo ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub) : undefined;
    // The ID token is signed, so its claims come first. A verified address must not vouch for another one.
    const isOtherEmail = claims.email !== undefined && claims.email !== info?.email;
    return { ...info, ...(isOtherEmail && { email_verified: false }), ...claims };
  }

  /** A provider that refuses the way in which the secret was sent has not used up the code yet. */
  async function exchangeEitherWay(client: Client, url: URL, checks: SignInChecks): Promise<Claims> {
    const header = client.ClientSecretBasic(clientSecret);
    const body = client.ClientSecretPost(clientSecret);
    const [first, second] = isSecretInBody ? [body, header] : [header, body];
    try {
      return await exchange(client, first, url, checks);
    } catch (error) {
      const isSecretRefused =
        error instanceof client.WWWAuthenticateChallengeError ||
        (error instanceof client.ResponseBodyError && error.error === 'invalid_client');
      if (!isSecretRefused) throw error;
      const claims = await exchange(client, second, url, checks);
      isSecretInBody = !isSecretInBody;
      return claims;
    }
  }

  return {
    async buildSignInUrl({ state, nonce, verifier }, isFresh) {
      const client = await loadClient();
      const url = client.buildAuthorizationUrl(await configure(client), {
        redirect_uri: callbackUrl,
        scope: scopes,
        response_type: 'code',
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(isFresh && { prompt: 'login', max_age: '0' }),
      });
      return url.href;
    },

    async redeem(response, checks) {
      const client = await loadClient();
      const url = new URL(`${callbackUrl}?${response}`);
      try {
        return await exchangeEitherWay(client, url, checks);
      } catch (error) {
        log.warn('a response of the identity provider was refused', { issuer, error });
        throw isOutage(error) ? providerUnavailable({ cause: error }) : providerResponseInvalid({ cause: error });
      }
    },
  };
}

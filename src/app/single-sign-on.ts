import type { Config } from '../config/config.ts';
import { findOidcConfig, type OidcConfig } from '../config/oidc.ts';
import type { Db } from '../db/db.ts';
import { createOperatorFetch } from '../lib/outbound/operator-fetch.ts';
import { createEndCredentials } from '../resources/account/end-credentials.ts';
import { findIdentity } from '../resources/identities/identity.store.ts';
import { createProvider } from '../resources/identities/provider.ts';
import { createSignInCookie, type SignInCookie } from '../resources/identities/sign-in-cookie.ts';
import { createSignOnService, type SignOnService } from '../resources/identities/sign-on.service.ts';
import { createSignOnAccounts } from '../resources/identities/sign-on-accounts.ts';
import type { KeyService } from '../resources/keys/key.service.ts';
import type { PasskeyService } from '../resources/passkeys/passkey.service.ts';
import type { SecondFactorService } from '../resources/second-factors/second-factor.service.ts';
import type { SessionService } from '../resources/sessions/session.service.ts';
import { deleteOtherSessions } from '../resources/sessions/session.store.ts';
import { createApplyGroupRoles } from '../resources/workspaces/group-roles.ts';
import type { ChangeListeners } from './change-listeners.ts';
import type { Runtime } from './runtime.ts';

/** Signing in with the identity provider, as the routes need it. */
export interface SingleSignOn {
  /** Both are undefined if there is no identity provider. */
  oidc: OidcConfig | undefined;
  signOn: SignOnService | undefined;
  signInCookie: SignInCookie;
  /** Whether a user has joined their account with this provider. */
  isJoined(userId: number): Promise<boolean>;
}

interface Parts {
  db: Db;
  config: Config;
  secret: string;
  sessions: SessionService;
  passkeys: PasskeyService;
  keys: KeyService;
  secondFactors: SecondFactorService;
  listeners: Pick<ChangeListeners, 'onRoleLost'>;
  runtime: Pick<Runtime, 'now' | 'log'>;
}

export function openSingleSignOn(parts: Parts): SingleSignOn {
  const { db, config, secret, keys, sessions, passkeys, secondFactors, runtime, listeners } = parts;
  const { baseUrl } = config;
  const oidc = findOidcConfig(config);
  const cookie = createSignInCookie(secret, baseUrl.startsWith('https:'));
  if (!oidc) return { oidc, signOn: undefined, signInCookie: cookie, isJoined: async () => false };
  const { issuer } = oidc;
  const { now, log } = runtime;
  const callbackUrl = `${baseUrl}/api/session/oidc/callback`;
  const provider = createProvider({ oidc, callbackUrl, fetch: createOperatorFetch(), now, log });
  const applyGroupRoles = createApplyGroupRoles({ removeKeys: keys.removeOfWorkspace, now, log });
  const { onRoleLost } = listeners;
  const endCredentials = createEndCredentials({
    removeKeys: keys.removeAll,
    removePasskeys: passkeys.removeAllIn,
    removeSecondFactor: secondFactors.removeIn,
    endSessions: deleteOtherSessions,
  });
  const accounts = createSignOnAccounts({ db, issuer, endCredentials, applyGroupRoles, onRoleLost, now, log });
  return {
    oidc,
    signOn: createSignOnService({ db, oidc, provider, cookie, accounts, sessions, passkeys, now, log }),
    signInCookie: cookie,
    isJoined: async (userId) => (await findIdentity(db, userId))?.issuer === issuer,
  };
}

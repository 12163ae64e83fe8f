import type { Config } from '../config/config.ts';
import type { RateWindows } from '../core/rate-window.ts';
import type { Db } from '../db/db.ts';
import type { ConfirmCaller } from '../http/account-access.ts';
import type { SendMail } from '../lib/mail.ts';
import { type AccountService, createAccountService } from '../resources/account/account.service.ts';
import { createInvitationService, type InvitationService } from '../resources/invitations/invitation.service.ts';
import { createKeyService, type KeyService } from '../resources/keys/key.service.ts';
import { createPasskeyService, type PasskeyService } from '../resources/passkeys/passkey.service.ts';
import {
  createSecondFactorService,
  type SecondFactorService,
} from '../resources/second-factors/second-factor.service.ts';
import { createConfirmCaller } from '../resources/sessions/confirm-caller.ts';
import { createFindByPassword, type FindByPassword } from '../resources/sessions/find-by-password.ts';
import { createSessionService, type SessionService } from '../resources/sessions/session.service.ts';
import { deleteOtherSessions } from '../resources/sessions/session.store.ts';
import type { ChangeListeners } from './change-listeners.ts';
import type { Runtime } from './runtime.ts';
import { openSingleSignOn, type SingleSignOn } from './single-sign-on.ts';

/** The services for signing in: accounts, keys, sessions and second factors. */
export interface Access {
  accounts: AccountService;
  confirmCaller: ConfirmCaller;
  /** For clients that send a user name and a password with every request. */
  findByPassword: FindByPassword;
  invitations: InvitationService;
  keys: KeyService;
  passkeys: PasskeyService;
  secondFactors: SecondFactorService;
  sessions: SessionService;
  singleSignOn: SingleSignOn;
}

interface Parts {
  db: Db;
  config: Config;
  secret: string;
  windows: RateWindows;
  /** Undefined if no mail server is configured. */
  sendMail: SendMail | undefined;
  listeners: Pick<ChangeListeners, 'onRoleLost'>;
  runtime: Pick<Runtime, 'now' | 'log'>;
}

export function openAccess({ db, config, secret, windows, sendMail, listeners, runtime }: Parts): Access {
  const { now, log } = runtime;
  const { baseUrl } = config;
  const isRegistrationOpen = config.registration === 'open';
  const isSignOnOnly = config.oidcOnly === 'on';
  const requiresSecondFactor = config.requireSecondFactor === 'on';
  const endSessions = deleteOtherSessions;

  const keys = createKeyService({ db, secret, now, log });
  const invitations = createInvitationService({ db, baseUrl, windows, sendMail, now, log });
  const accounts = createAccountService({
    ...{ db, keys, invitations, secret, isRegistrationOpen, isSignOnOnly, endSessions, baseUrl, sendMail, now, log },
  });
  const secondFactors = createSecondFactorService({ db, secret, now });
  const passkeys = createPasskeyService({
    ...{ db, secret, baseUrl, now, log },
    hasOtherWayIn: async (userId) =>
      (await accounts.hasPassword(userId)) ||
      (config.oidcIssuer !== undefined && (await singleSignOn.isJoined(userId))),
  });
  const sessions = createSessionService({
    ...{ db, accounts, secondFactors, passkeys, requiresSecondFactor, isSignOnOnly, windows, now, log },
  });
  const isPasswordRefused = requiresSecondFactor || isSignOnOnly;
  const findByPassword = createFindByPassword({ accounts, sessions, isPasswordRefused, windows, now });
  const singleSignOn = openSingleSignOn({
    ...{ db, config, secret, keys, sessions, passkeys, secondFactors, runtime, listeners },
  });
  const confirmCaller = createConfirmCaller({ db, accounts, passkeys, windows, now });
  return {
    ...{ accounts, confirmCaller, findByPassword, invitations, keys, passkeys, secondFactors, sessions, singleSignOn },
  };
}

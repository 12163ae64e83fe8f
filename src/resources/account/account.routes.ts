import { serverBusy } from '../../core/errors.ts';
import { assertUnlimited, type ConfirmCaller, confirmFailures, keyLimited } from '../../http/account-access.ts';
import { ok } from '../../http/envelope.ts';
import { publicRoute, type Route, route } from '../../http/route.ts';
import { type Clock, formatDateTime } from '../../lib/date-time.ts';
import { choosePageLanguage } from '../../pages/texts.ts';
import { invitationForAnother, invitationNotFound, mailedLinkRequired } from '../invitations/invitation.ts';
import * as contract from './account.contract.ts';
import type { AccountService } from './account.service.ts';
import {
  type Account,
  accountGone,
  emailTaken,
  NEVER,
  registrationClosed,
  setupTokenRequired,
  usernameTaken,
} from './account.ts';

const HOUR_MS = 3_600_000;

interface Parts {
  accounts: AccountService;
  confirm: ConfirmCaller;
  baseUrl: string;
  now: Clock;
}

export function accountRoutes({ accounts, confirm, baseUrl, now }: Parts): Route[] {
  const group = 'Account';

  function toView({ id, email, username, timeZone, expiresAt, createdAt }: Account): contract.AccountView {
    return {
      id,
      email,
      username,
      avatar: `${baseUrl}/avatar/${username}.svg`,
      status: expiresAt !== null && expiresAt <= now() ? 'expired' : 'active',
      expires: expiresAt === null ? NEVER : formatDateTime(expiresAt),
      registered: formatDateTime(createdAt),
      timezone: timeZone,
    };
  }

  return [
    route({
      method: 'GET',
      path: '/api/account',
      isForSharedKeys: true,
      scope: 'account',
      group,
      summary: 'Read your account',
      answer: contract.getAccountAnswer,
      fails: [accountGone],
      handle: async ({ caller }) => ok({ data: toView(await accounts.get(caller.userId)) }),
    }),

    route({
      method: 'PUT',
      path: '/api/account/update',
      scope: 'account',
      group,
      summary: 'Change your email address, password or both',
      body: contract.updateAccountBody,
      answer: contract.updateAccountAnswer,
      fails: [...confirmFailures, keyLimited, emailTaken, accountGone, serverBusy],
      handle: async ({ caller, body, request }) => {
        await confirm(caller, body, request);
        assertUnlimited(caller);
        const language = choosePageLanguage(request.acceptLanguage);
        await accounts.update(caller.userId, body, { caller, language });
        return ok({ message: 'Account has been successfully updated.' as const });
      },
    }),

    route({
      method: 'PUT',
      path: '/api/account/preferences',
      scope: 'account',
      group,
      summary: 'Change your time zone',
      body: contract.preferencesBody,
      answer: contract.updateAccountAnswer,
      fails: [accountGone],
      handle: async ({ caller, body }) => {
        await accounts.changeTimeZone(caller.userId, body.timezone);
        return ok({ message: 'Account has been successfully updated.' as const });
      },
    }),

    publicRoute({
      method: 'POST',
      path: '/api/account/register',
      group,
      summary: 'Register; the response has the first API key',
      body: contract.registerBody,
      answer: contract.registerAnswer,
      fails: [
        setupTokenRequired,
        registrationClosed,
        invitationNotFound,
        invitationForAnother,
        mailedLinkRequired,
        emailTaken,
        usernameTaken,
        serverBusy,
      ],
      isOwnPagesOnly: true,
      limit: { name: 'register', rule: { limit: 10, windowMs: HOUR_MS } },
      handle: async ({ body }) => ok(await accounts.register(body)),
    }),
  ];
}

import { serverBusy } from '../../core/errors.ts';
import { mapPage } from '../../core/paging.ts';
import {
  assertUnlimited,
  type ConfirmCaller,
  confirmationBody,
  confirmFailures,
  keyLimited,
  passwordSignInClosed,
} from '../../http/account-access.ts';
import { assertAdmin } from '../../http/assert-admin.ts';
import { ok, pageBody } from '../../http/envelope.ts';
import { adminRequired } from '../../http/failures.ts';
import { idParams, pageQuery } from '../../http/fields.ts';
import { publicRoute, type Route, route } from '../../http/route.ts';
import { formatDateTime } from '../../lib/date-time.ts';
import { choosePageLanguage } from '../../pages/texts.ts';
import { emailTaken, usernameTaken } from './account.ts';
import * as contract from './user.contract.ts';
import type { UserService } from './user.service.ts';
import type { ListedUser } from './user.store.ts';
import {
  domainOfBoth,
  mailNotSetUp,
  ownAccount,
  passkeysNeeded,
  resetLinkSpent,
  userBeingDeleted,
  userInherits,
  userNotFound,
} from './user.ts';

function toView({
  id,
  email,
  username,
  isAdmin,
  isDisabled,
  isBeingDeleted,
  createdAt,
}: ListedUser): contract.UserView {
  const flags = { admin: isAdmin, disabled: isDisabled, deleting: isBeingDeleted };
  return { id, email, username, ...flags, date: formatDateTime(createdAt) };
}

interface Parts {
  users: UserService;
  confirm: ConfirmCaller;
}

export function userRoutes({ users, confirm }: Parts): Route[] {
  const group = 'Users';
  return [
    route({
      method: 'GET',
      path: '/api/users',
      scope: 'account',
      group,
      summary: 'List all users, newest first; for administrators',
      query: pageQuery,
      answer: contract.userPage,
      fails: [adminRequired],
      handle: async ({ caller, query }) => {
        assertAdmin(caller);
        return pageBody('users', mapPage(await users.list(query), toView));
      },
    }),

    route({
      method: 'POST',
      path: '/api/user/add',
      scope: 'account',
      group,
      summary: 'Add a user; for administrators',
      body: contract.createUserBody,
      answer: contract.createUserAnswer,
      fails: [adminRequired, ...confirmFailures, keyLimited, emailTaken, usernameTaken, serverBusy],
      handle: async ({ caller, body, request }) => {
        assertAdmin(caller);
        await confirm(caller, body, request);
        if (body.admin) assertUnlimited(caller);
        return ok(await users.add(caller, body));
      },
    }),

    route({
      method: 'PUT',
      path: '/api/user/:id/update',
      scope: 'account',
      group,
      summary: 'Enable or disable a user, and grant or remove administrator rights; for administrators',
      params: idParams,
      body: contract.updateUserBody,
      answer: contract.updateUserAnswer,
      fails: [adminRequired, ...confirmFailures, keyLimited, userNotFound, ownAccount, userBeingDeleted],
      handle: async ({ caller, params, body, request }) => {
        assertAdmin(caller);
        await confirm(caller, body, request);
        if (body.admin) assertUnlimited(caller);
        await users.update(caller, params.id, body);
        return ok({ message: 'User has been updated successfully.' as const });
      },
    }),

    route({
      method: 'DELETE',
      path: '/api/user/:id/delete',
      scope: 'account',
      group,
      summary: 'Delete a user, and delete their content or give it to another user; for administrators',
      params: idParams,
      body: contract.deleteUserBody,
      answer: contract.deleteUserAnswer,
      fails: [adminRequired, ...confirmFailures, userNotFound, ownAccount, userInherits, domainOfBoth],
      handle: async ({ caller, params, body, request }) => {
        assertAdmin(caller);
        await confirm(caller, body, request);
        const isFinished = await users.remove(caller, params.id, body);
        const message = isFinished ? 'User has been deleted successfully.' : 'User is being deleted.';
        return ok({ message, finished: isFinished } as const);
      },
    }),

    route({
      method: 'POST',
      path: '/api/user/:id/reset',
      scope: 'account',
      group,
      summary: 'Create a password reset link for a user; for administrators',
      params: idParams,
      body: confirmationBody,
      answer: contract.resetUserAnswer,
      fails: [adminRequired, ...confirmFailures, keyLimited, userNotFound, passwordSignInClosed],
      handle: async ({ caller, params, body, request }) => {
        assertAdmin(caller);
        await confirm(caller, body, request);
        assertUnlimited(caller);
        const { link, expiresAt } = await users.makeLink(caller, params.id);
        return ok({ link, expiry: formatDateTime(expiresAt) });
      },
    }),

    publicRoute({
      method: 'POST',
      path: '/api/password/forgot',
      group,
      summary: 'Request an email with a password reset link',
      body: contract.forgotPasswordBody,
      answer: contract.forgotPasswordAnswer,
      fails: [mailNotSetUp, passwordSignInClosed],
      isOwnPagesOnly: true,
      handle: async ({ body, request }) => {
        await users.forgot(body.email, request.address, choosePageLanguage(request.acceptLanguage));
        return ok({ message: 'If there is such an account, a mail with a link is on its way to it.' as const });
      },
    }),

    publicRoute({
      method: 'POST',
      path: '/api/password/reset',
      group,
      summary:
        'Set a new password with the token of a reset link; all sessions end, and on request all keys and passkeys are deleted',
      body: contract.resetPasswordBody,
      answer: contract.resetPasswordAnswer,
      fails: [resetLinkSpent, passkeysNeeded, serverBusy],
      isOwnPagesOnly: true,
      handle: async ({ body }) => {
        await users.reset(body);
        return ok({ message: 'The new password is set.' as const });
      },
    }),
  ];
}

import { mapPage } from '../../core/paging.ts';
import {
  assertSession,
  type ConfirmCaller,
  confirmationBody,
  confirmFailures,
  sessionRequired,
} from '../../http/account-access.ts';
import { ok, pageBody } from '../../http/envelope.ts';
import { idParams, pageQuery } from '../../http/fields.ts';
import { type Route, route } from '../../http/route.ts';
import { formatDateTime, formatOptional } from '../../lib/date-time.ts';
import * as contract from './passkey.contract.ts';
import type { PasskeyService } from './passkey.service.ts';
import { lastWayIn, type Passkey, passkeyExists, passkeyNotFound, passkeysUnavailable } from './passkey.ts';

interface Parts {
  passkeys: PasskeyService;
  confirm: ConfirmCaller;
  accounts: { get(userId: number): Promise<{ email: string; username: string }> };
  /** The name of a passkey to which the user gave none: browser and system. */
  nameAgent(agent: string): string;
}

function toView({ id, name, isSynced, usedAt, createdAt }: Passkey): contract.PasskeyView {
  return { id, name, synced: isSynced, used: formatOptional(usedAt), date: formatDateTime(createdAt) };
}

export function passkeyRoutes({ passkeys, confirm, accounts, nameAgent }: Parts): Route[] {
  const group = 'Passkeys';
  return [
    route({
      method: 'GET',
      path: '/api/passkeys',
      scope: 'account',
      group,
      summary: 'List your passkeys, newest first',
      query: pageQuery,
      answer: contract.passkeyPage,
      handle: async ({ caller, query }) =>
        pageBody('passkeys', mapPage(await passkeys.list(caller.userId, query), toView)),
    }),

    route({
      method: 'POST',
      path: '/api/passkey/options',
      scope: 'account',
      group,
      summary: 'Get the options with which a browser creates a passkey',
      body: confirmationBody,
      isOpenWithoutSecondFactor: true,
      answer: contract.creationAnswer,
      fails: [sessionRequired, ...confirmFailures, passkeysUnavailable],
      handle: async ({ caller, body, request }) => {
        const holder = assertSession(caller);
        await confirm(caller, body, request);
        return ok({ options: await passkeys.startAdding(holder, await accounts.get(caller.userId)) });
      },
    }),

    route({
      method: 'POST',
      path: '/api/passkey/add',
      scope: 'account',
      group,
      summary: 'Add the passkey that a browser created with these options',
      body: contract.addPasskeyBody,
      isOpenWithoutSecondFactor: true,
      answer: contract.addPasskeyAnswer,
      fails: [sessionRequired, passkeysUnavailable, passkeyExists],
      handle: async ({ caller, body, request }) => {
        const holder = assertSession(caller);
        return ok({ id: await passkeys.add(holder, body.passkey, body.name ?? nameAgent(request.agent)) });
      },
    }),

    route({
      method: 'PUT',
      path: '/api/passkey/:id/update',
      scope: 'account',
      group,
      summary: 'Rename a passkey',
      params: idParams,
      body: contract.renamePasskeyBody,
      answer: contract.renamePasskeyAnswer,
      fails: [sessionRequired, passkeyNotFound],
      handle: async ({ caller, params, body }) => {
        await passkeys.rename(assertSession(caller), params.id, body.name);
        return ok({ message: 'Passkey has been updated successfully.' as const });
      },
    }),

    route({
      method: 'DELETE',
      path: '/api/passkey/:id/delete',
      scope: 'account',
      group,
      summary: 'Delete a passkey; it can no longer be used to sign in',
      params: idParams,
      body: confirmationBody,
      answer: contract.deletePasskeyAnswer,
      fails: [sessionRequired, ...confirmFailures, passkeyNotFound, lastWayIn],
      handle: async ({ caller, params, body, request }) => {
        const holder = assertSession(caller);
        await confirm(caller, body, request);
        await passkeys.remove(holder, params.id);
        return ok({ message: 'Passkey has been deleted successfully.' as const });
      },
    }),

    route({
      method: 'POST',
      path: '/api/passkey/proof',
      scope: 'account',
      group,
      summary: 'Get the options with which a browser creates `current_passkey`',
      isOpenWithoutSecondFactor: true,
      answer: contract.requestAnswer,
      fails: [sessionRequired, passkeysUnavailable],
      handle: async ({ caller }) => ok({ options: await passkeys.startProof(assertSession(caller)) }),
    }),
  ];
}

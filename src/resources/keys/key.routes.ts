import { mapPage } from '../../core/paging.ts';
import { roleMissing, workspaceNotFound } from '../../core/workspace-failures.ts';
import { type ConfirmCaller, confirmationBody, confirmFailures } from '../../http/account-access.ts';
import { ok, pageBody } from '../../http/envelope.ts';
import { idParams, pageQuery } from '../../http/fields.ts';
import { type Route, route } from '../../http/route.ts';
import { formatDateTime, formatOptional } from '../../lib/date-time.ts';
import * as contract from './key.contract.ts';
import type { KeyService } from './key.service.ts';
import { type Key, keyNotFound, tooManyKeys } from './key.ts';

function toView({ id, name, hint, workspaceId, user, expiresAt, usedAt, createdAt, ...limits }: Key): contract.KeyView {
  const { managesAccount, scopes, addresses, rateLimit, compatible } = limits;
  return {
    id,
    name,
    hint,
    account: managesAccount,
    workspace: workspaceId,
    ...(user && { userid: user.id, username: user.name }),
    scopes: scopes && [...scopes],
    addresses: addresses && [...addresses],
    rate_limit: rateLimit,
    compatible: [...compatible],
    expiry: formatOptional(expiresAt),
    used: formatOptional(usedAt),
    date: formatDateTime(createdAt),
  };
}

interface Parts {
  keys: KeyService;
  confirm: ConfirmCaller;
}

export function keyRoutes({ keys, confirm }: Parts): Route[] {
  const group = 'Keys';
  return [
    route({
      method: 'GET',
      path: '/api/keys',
      scope: 'account',
      isForSharedKeys: true,
      group,
      summary: 'List your keys, newest first; in a shared workspace those of all members, for admins',
      query: pageQuery,
      answer: contract.keyPage,
      fails: [roleMissing],
      handle: async ({ caller, query }) => pageBody('keys', mapPage(await keys.list(caller, query), toView)),
    }),

    route({
      method: 'POST',
      path: '/api/key/add',
      scope: 'account',
      isForSharedKeys: true,
      group,
      summary: 'Create a key',
      body: contract.createKeyBody,
      answer: contract.createKeyAnswer,
      fails: [...confirmFailures, tooManyKeys, workspaceNotFound, roleMissing],
      handle: async ({ caller, body, request }) => {
        await confirm(caller, body, request);
        return ok(await keys.create(caller.userId, body, caller));
      },
    }),

    route({
      method: 'DELETE',
      path: '/api/key/:id/delete',
      scope: 'account',
      isForSharedKeys: true,
      group,
      summary: 'Revoke a key immediately',
      params: idParams,
      body: confirmationBody,
      answer: contract.deleteKeyAnswer,
      fails: [...confirmFailures, keyNotFound, roleMissing],
      handle: async ({ caller, params, body, request }) => {
        await confirm(caller, body, request);
        await keys.remove(params.id, caller);
        return ok({ message: 'Key has been deleted successfully.' as const });
      },
    }),
  ];
}

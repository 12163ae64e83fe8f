import type { DeclaredFailure } from '../../core/errors.ts';
import type { Principal } from '../../core/principal.ts';
import { hasScope } from '../../core/scope.ts';
import { ok } from '../../http/envelope.ts';
import { blankIsNull, idParams } from '../../http/fields.ts';
import { type Route, route } from '../../http/route.ts';
import { formatDateTime } from '../../lib/date-time.ts';
import { campaignNotFound } from '../campaigns/campaign.ts';
import { linkNotFound } from '../links/link.ts';
import * as contract from './share.contract.ts';
import type { OwnShare, ShareService } from './share.service.ts';
import { type ShareSubject, shareNotFound } from './share.ts';

/** The dashboard path that shows shared statistics. */
const PAGE = '/app/shared/';

/** The URL shows the statistics to everyone who has it, so a key that may not read them must not learn it. */
function mayReadStatistics(caller: Principal): boolean {
  return 'sessionId' in caller || hasScope(caller.scopes, 'stats:read');
}

interface Parts {
  shares: ShareService;
  baseUrl: string;
}

interface Kind {
  noun: ShareSubject['noun'];
  scoped: 'links' | 'campaigns';
  path: `/api/${string}`;
  /** Whose statistics they are, for the documentation. */
  owner: string;
  notFound: DeclaredFailure;
}

const KINDS: Kind[] = [
  { noun: 'link', scoped: 'links', path: '/api/url/:id/share', owner: 'a link’s', notFound: linkNotFound },
  {
    noun: 'campaign',
    scoped: 'campaigns',
    path: '/api/campaign/:id/share',
    owner: 'a campaign’s',
    notFound: campaignNotFound,
  },
];

export function shareRoutes({ shares, baseUrl }: Parts): Route[] {
  const group = 'Statistics';

  function toView(caller: Principal, share: OwnShare | undefined): contract.ShareView {
    if (!share) return { shared: false, url: null, date: null, password: false, expiry: null };
    return {
      shared: true,
      url: mayReadStatistics(caller) ? baseUrl + PAGE + share.token : null,
      date: formatDateTime(share.createdAt),
      password: share.hasPassword,
      expiry: share.expiresAt === null ? null : formatDateTime(share.expiresAt),
    };
  }

  return KINDS.flatMap(({ noun, scoped, path, owner, notFound }) => [
    route({
      method: 'GET',
      path,
      scope: `${scoped}:read`,
      group,
      summary: `Read whether ${owner} statistics are shared, and their URL`,
      params: idParams,
      answer: contract.shareAnswer,
      fails: [notFound],
      handle: async ({ caller, params: { id } }) =>
        ok({ data: toView(caller, await shares.find(caller.workspaceId, { noun, id })) }),
    }),

    route({
      method: 'POST',
      path,
      scope: `${scoped}:write`,
      group,
      summary: `Share ${owner} statistics through a secret URL; any earlier URL stops working`,
      params: idParams,
      body: contract.shareBody,
      prepare: blankIsNull,
      answer: contract.shareAnswer,
      fails: [notFound],
      handle: async ({ caller, params: { id }, body }) =>
        ok({ data: toView(caller, await shares.create(caller, { noun, id }, body)) }),
    }),

    route({
      method: 'PUT',
      path,
      scope: `${scoped}:write`,
      group,
      summary: `Change the password and the end of ${owner} shared statistics; the URL stays`,
      params: idParams,
      body: contract.shareBody,
      prepare: blankIsNull,
      answer: contract.shareAnswer,
      fails: [notFound, shareNotFound],
      handle: async ({ caller, params: { id }, body }) =>
        ok({ data: toView(caller, await shares.update(caller, { noun, id }, body)) }),
    }),

    route({
      method: 'DELETE',
      path,
      scope: `${scoped}:write`,
      group,
      summary: `Stop sharing ${owner} statistics`,
      params: idParams,
      answer: contract.endShareAnswer,
      fails: [notFound, shareNotFound],
      handle: async ({ caller, params: { id } }) => {
        await shares.end(caller.workspaceId, { noun, id });
        return ok({ message: 'Sharing has been ended successfully.' as const });
      },
    }),
  ]);
}

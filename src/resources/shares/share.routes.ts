import { ok } from '../../http/envelope.ts';
import { idParams } from '../../http/fields.ts';
import { type Route, route } from '../../http/route.ts';
import { formatDateTime } from '../../lib/date-time.ts';
import { linkNotFound } from '../links/link.ts';
import * as contract from './share.contract.ts';
import type { OwnShare, ShareService } from './share.service.ts';
import { shareNotFound } from './share.ts';

/** The dashboard path that shows shared statistics. */
const PAGE = '/app/shared/';

interface Parts {
  shares: ShareService;
  baseUrl: string;
}

export function shareRoutes({ shares, baseUrl }: Parts): Route[] {
  const group = 'Statistics';

  function toView(share: OwnShare | undefined): contract.ShareView {
    if (!share) return { shared: false, url: null, date: null };
    return { shared: true, url: baseUrl + PAGE + share.token, date: formatDateTime(share.createdAt) };
  }

  return [
    route({
      method: 'GET',
      path: '/api/url/:id/share',
      group,
      summary: 'Read whether a link’s statistics are shared, and their URL',
      params: idParams,
      answer: contract.shareAnswer,
      fails: [linkNotFound],
      handle: async ({ caller, params }) => ok({ data: toView(await shares.find(caller.userId, params.id)) }),
    }),

    route({
      method: 'POST',
      path: '/api/url/:id/share',
      group,
      summary: 'Share a link’s statistics through a secret URL; any earlier URL stops working',
      params: idParams,
      answer: contract.shareAnswer,
      fails: [linkNotFound],
      handle: async ({ caller, params }) => ok({ data: toView(await shares.create(caller.userId, params.id)) }),
    }),

    route({
      method: 'DELETE',
      path: '/api/url/:id/share',
      group,
      summary: 'Stop sharing a link’s statistics',
      params: idParams,
      answer: contract.endShareAnswer,
      fails: [linkNotFound, shareNotFound],
      handle: async ({ caller, params }) => {
        await shares.end(caller.userId, params.id);
        return ok({ message: 'Sharing has been ended successfully.' as const });
      },
    }),
  ];
}

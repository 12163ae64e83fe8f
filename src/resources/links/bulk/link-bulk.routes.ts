import { ok, pageBody } from '../../../http/envelope.ts';
import { purgeQuery } from '../../../http/purge-query.ts';
import { type Route, route } from '../../../http/route.ts';
import type { LinkService } from '../link.service.ts';
import * as contract from './link-bulk.contract.ts';

export function linkBulkRoutes({ links }: { links: LinkService }): Route[] {
  const group = 'Links';
  return [
    route({
      method: 'POST',
      path: '/api/urls/change',
      scope: 'links:write',
      group,
      summary:
        'Update many links at once; administrators can change the status of any user’s links. Links that an administrator disabled are skipped if their owner sends `active`',
      prepare: contract.prepareLinksChange,
      body: contract.changeLinksBody,
      answer: contract.changeLinksAnswer,
      handle: async ({ caller, body }) => {
        const changed = await links.changeMany(caller, body);
        return ok({
          changed: changed.map(({ id, campaignId, campaignWeight }) => ({
            id,
            campaign: campaignId,
            weight: campaignId === null ? null : campaignWeight,
          })),
        });
      },
    }),

    route({
      method: 'POST',
      path: '/api/urls/delete',
      scope: 'links:write',
      group,
      summary: 'Delete many links at once; administrators can delete any user’s',
      query: purgeQuery,
      body: contract.deleteLinksBody,
      answer: contract.deleteLinksAnswer,
      handle: async ({ caller, query, body }) =>
        ok({ deleted: await links.removeMany(caller, body.ids, query.purge === '1') }),
    }),

    route({
      method: 'GET',
      path: '/api/parameters',
      scope: 'links:read',
      group,
      summary: 'List the query parameters of your newest links',
      answer: contract.parametersAnswer,
      handle: async ({ caller }) => ok({ parameters: await links.findParameters(caller.workspaceId) }),
    }),

    route({
      method: 'GET',
      path: '/api/tags',
      scope: 'links:read',
      group,
      summary: 'List your tags alphabetically',
      query: contract.listTagsQuery,
      answer: contract.tagPage,
      handle: async ({ caller, query }) =>
        pageBody('tags', await links.listTags(caller.workspaceId, query.page, query.q)),
    }),
  ];
}

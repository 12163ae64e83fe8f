import { ok, pageBody } from '../../../http/envelope.ts';
import { type Route, route } from '../../../http/route.ts';
import type { LinkService } from '../link.service.ts';
import * as contract from './link-bulk.contract.ts';

export function linkBulkRoutes({ links }: { links: LinkService }): Route[] {
  const group = 'Links';
  return [
    route({
      method: 'POST',
      path: '/api/urls/change',
      group,
      summary:
        'Change many links at once; an administrator changes the status of anybody’s. A link that an administrator disabled is left out where its owner asks for `active`',
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
      group,
      summary: 'Delete many links at once; an administrator deletes anybody’s',
      body: contract.deleteLinksBody,
      answer: contract.deleteLinksAnswer,
      handle: async ({ caller, body }) => ok({ deleted: await links.removeMany(caller, body.ids) }),
    }),

    route({
      method: 'GET',
      path: '/api/parameters',
      group,
      summary: 'List the query parameters that your newest links set',
      answer: contract.parametersAnswer,
      handle: async ({ caller }) => ok({ parameters: await links.findParameters(caller.userId) }),
    }),

    route({
      method: 'GET',
      path: '/api/tags',
      group,
      summary: 'List the tags of your links, by their letters',
      query: contract.listTagsQuery,
      answer: contract.tagPage,
      handle: async ({ caller, query }) => pageBody('tags', await links.listTags(caller.userId, query.page, query.q)),
    }),
  ];
}

import { mapPage } from '../../core/paging.ts';
import { ok, pageBody } from '../../http/envelope.ts';
import { blankIsNull, idParams } from '../../http/fields.ts';
import { deletionBy, purgeQuery } from '../../http/purge-query.ts';
import { type Route, route } from '../../http/route.ts';
import { formatDateTime } from '../../lib/date-time.ts';
import { linkNotFound, linkNotInCampaign } from '../links/link.ts';
import * as contract from './campaign.contract.ts';
import type { CampaignService } from './campaign.service.ts';
import { type Campaign, campaignNotFound, campaignSlugTaken, listUrlOf, rotatorUrlOf } from './campaign.ts';

interface Parts {
  campaigns: CampaignService;
  baseUrl: string;
  /** The user name in public URLs. */
  usernameOf(userId: number): Promise<string>;
  /** Resolves once every earlier click is counted. */
  waitForClicks(): Promise<void>;
  readStatistics(id: number): Promise<contract.CampaignStatistics>;
  /** The clicks of campaigns by id; those without any may be missing. */
  readClicks(ids: number[]): Promise<Map<number, number>>;
}

export function campaignRoutes({
  campaigns,
  baseUrl,
  usernameOf,
  waitForClicks,
  readStatistics,
  readClicks,
}: Parts): Route[] {
  const group = 'Campaigns';

  function addressesOf(campaign: Campaign, username: string) {
    return {
      public: campaign.isPublic,
      rotator: rotatorUrlOf(baseUrl, campaign),
      list: listUrlOf(baseUrl, username, campaign),
    };
  }

  function toView(campaign: Campaign, username: string, clicks: number): contract.CampaignView {
    const { id, name, slug, linkCount, createdAt } = campaign;
    return {
      id,
      name,
      ...addressesOf(campaign, username),
      slug,
      links: linkCount,
      clicks,
      date: formatDateTime(createdAt),
    };
  }

  async function toWriteAnswer(campaign: Campaign) {
    const { id, name, userId } = campaign;
    return ok({ id, domain: name, ...addressesOf(campaign, await usernameOf(userId)) });
  }

  return [
    route({
      method: 'GET',
      path: '/api/campaigns',
      scope: 'campaigns:read',
      group,
      summary: 'List campaigns, newest first',
      query: contract.listCampaignsQuery,
      answer: contract.campaignListPage,
      handle: async ({ caller, query }) => {
        await waitForClicks();
        const username = await usernameOf(caller.workspaceId);
        const page = await campaigns.list(caller.workspaceId, query.page, query.q);
        const clicks = await readClicks(page.rows.map(({ id }) => id));
        return pageBody(
          'campaigns',
          mapPage(page, (campaign) => toView(campaign, username, clicks.get(campaign.id) ?? 0)),
        );
      },
    }),

    route({
      method: 'GET',
      path: '/api/campaign/:id',
      scope: 'campaigns:read',
      group,
      summary: 'Read a campaign and the statistics of its links',
      params: idParams,
      answer: contract.getCampaignAnswer,
      fails: [campaignNotFound],
      handle: async ({ caller, params }) => {
        await waitForClicks();
        const campaign = await campaigns.get(caller.workspaceId, params.id);
        const data = await readStatistics(campaign.id);
        return ok({ details: toView(campaign, await usernameOf(caller.workspaceId), data.clicks), data });
      },
    }),

    route({
      method: 'POST',
      path: '/api/campaign/add',
      scope: 'campaigns:write',
      group,
      summary: 'Create a campaign',
      prepare: blankIsNull,
      body: contract.createCampaignBody,
      answer: contract.writeCampaignAnswer,
      fails: [campaignSlugTaken],
      handle: async ({ caller, body }) => toWriteAnswer(await campaigns.create(caller.workspaceId, body)),
    }),

    route({
      method: 'PUT',
      path: '/api/campaign/:id/update',
      scope: 'campaigns:write',
      group,
      summary: 'Update a campaign. Omitted fields are unchanged; null or "" clears a field',
      params: idParams,
      // The name of a campaign is required.
      prepare: (body) => ({ ...blankIsNull(body), ...('name' in body && { name: body.name }) }),
      body: contract.updateCampaignBody,
      answer: contract.writeCampaignAnswer,
      fails: [campaignNotFound, campaignSlugTaken],
      handle: async ({ caller, params, body }) =>
        toWriteAnswer(await campaigns.update(caller.workspaceId, params.id, body)),
    }),

    route({
      method: 'POST',
      path: '/api/campaign/:campaignid/assign/:linkid',
      scope: 'campaigns:write',
      group,
      summary: 'Move a link into a campaign',
      params: contract.assignLinkParams,
      prepare: blankIsNull,
      body: contract.assignLinkBody,
      answer: contract.assignLinkAnswer,
      fails: [campaignNotFound, linkNotFound],
      handle: async ({ caller, params, body }) => {
        const weight = body.weight === null ? 1 : body.weight;
        await campaigns.assign(caller.workspaceId, params.campaignid, params.linkid, weight);
        return ok({ message: 'Link successfully added to the campaign.' as const });
      },
    }),

    route({
      method: 'DELETE',
      path: '/api/campaign/:campaignid/assign/:linkid',
      scope: 'campaigns:write',
      group,
      summary: 'Remove a link from a campaign',
      params: contract.assignLinkParams,
      answer: contract.removeLinkAnswer,
      fails: [campaignNotFound, linkNotFound, linkNotInCampaign],
      handle: async ({ caller, params }) => {
        await campaigns.unassign(caller.workspaceId, params.campaignid, params.linkid);
        return ok({ message: 'Link successfully removed from the campaign.' as const });
      },
    }),

    route({
      method: 'DELETE',
      path: '/api/campaign/:id/delete',
      scope: 'campaigns:write',
      group,
      summary: 'Delete a campaign; its links are kept',
      params: idParams,
      query: purgeQuery,
      answer: contract.deleteCampaignAnswer,
      fails: [campaignNotFound],
      handle: async ({ caller, params, query }) => {
        // A click counts for the campaign that its link has when it is counted; a restored campaign has its statistics.
        await waitForClicks();
        await campaigns.remove(caller.workspaceId, params.id, deletionBy(caller, caller.workspaceId, query));
        return ok({ message: 'Campaign has been deleted successfully.' as const });
      },
    }),
  ];
}

import { ok } from '../http/envelope.ts';
import { idParams } from '../http/fields.ts';
import { type Route, route } from '../http/route.ts';
import type { BioService } from '../resources/bio/bio.service.ts';
import { bioNotFound } from '../resources/bio/bio.ts';
import type { CampaignService } from '../resources/campaigns/campaign.service.ts';
import { campaignNotFound } from '../resources/campaigns/campaign.ts';
import type { ChannelService } from '../resources/channels/channel.service.ts';
import { channelNotFound } from '../resources/channels/channel.ts';
import type { ReadImported } from '../resources/links/link.routes.ts';
import type { LinkService } from '../resources/links/link.service.ts';
import { linkNotFound } from '../resources/links/link.ts';
import type { QrCodeService } from '../resources/qr-codes/qr-code.service.ts';
import { qrCodeNotFound } from '../resources/qr-codes/qr-code.ts';
import * as contract from './stats.contract.ts';
import { clicksQuery, statsQuery } from './stats.query.ts';
import type { StatsService } from './stats.service.ts';

interface Parts {
  stats: StatsService;
  links: Pick<LinkService, 'getLink'>;
  qrCodes: Pick<QrCodeService, 'get'>;
  bioPages: Pick<BioService, 'get'>;
  campaigns: Pick<CampaignService, 'get'>;
  channels: Pick<ChannelService, 'get'>;
  /** Returns when every earlier click has been counted. */
  waitForClicks(): Promise<void>;
  readImported: ReadImported;
}

export function statsRoutes(parts: Parts): Route[] {
  const { stats, links, qrCodes, campaigns, channels, bioPages, waitForClicks, readImported } = parts;
  const group = 'Statistics';
  return [
    route({
      method: 'GET',
      path: '/api/url/:id/stats',
      scope: 'stats:read',
      group,
      summary: 'Statistics of a link over time',
      params: idParams,
      query: statsQuery,
      answer: contract.statsAnswer,
      fails: [linkNotFound],
      handle: async ({ caller, params, query }) => {
        const link = await links.getLink(caller.workspaceId, params.id);
        await waitForClicks();
        const counted = await stats.readStats({ noun: 'link', id: params.id }, query);
        return ok({ data: { ...counted, undated: link.importedClicks, imported: await readImported(link) } });
      },
    }),

    route({
      method: 'GET',
      path: '/api/url/:id/clicks',
      scope: 'stats:read',
      group,
      summary: 'List the visits of a link, newest first',
      params: idParams,
      query: clicksQuery,
      answer: contract.clicksAnswer,
      fails: [linkNotFound],
      handle: async ({ caller, params, query }) => {
        await links.getLink(caller.workspaceId, params.id);
        await waitForClicks();
        return { error: '0' as const, data: await stats.listClicks(params.id, query) };
      },
    }),

    route({
      method: 'GET',
      path: '/api/qr/:id/stats',
      scope: 'stats:read',
      group,
      summary: 'Statistics of a QR code over time',
      params: idParams,
      query: statsQuery,
      answer: contract.statsAnswer,
      fails: [qrCodeNotFound],
      handle: async ({ caller, params, query }) => {
        await qrCodes.get(caller.workspaceId, params.id);
        await waitForClicks();
        return ok({ data: await stats.readStats({ noun: 'qr', id: params.id }, query) });
      },
    }),

    route({
      method: 'GET',
      path: '/api/campaign/:id/stats',
      scope: 'stats:read',
      group,
      summary: 'Statistics of the links of a campaign over time',
      params: idParams,
      query: statsQuery,
      answer: contract.statsAnswer,
      fails: [campaignNotFound],
      handle: async ({ caller, params, query }) => {
        await campaigns.get(caller.workspaceId, params.id);
        await waitForClicks();
        const subject = { noun: 'campaign' as const, id: params.id };
        const counted = await stats.readStats(subject, query);
        return ok({ data: { ...counted, undated: await stats.countUndated(params.id) } });
      },
    }),

    route({
      method: 'GET',
      path: '/api/channel/:id/stats',
      scope: 'stats:read',
      group,
      summary: 'Statistics of the items of a channel over time, as far back as single visits are kept',
      params: idParams,
      query: statsQuery,
      answer: contract.statsAnswer,
      fails: [channelNotFound],
      handle: async ({ caller, params, query }) => {
        await channels.get(caller.workspaceId, params.id);
        await waitForClicks();
        return ok({ data: await stats.readStats({ noun: 'channel', id: params.id }, query) });
      },
    }),

    route({
      method: 'GET',
      path: '/api/bio/:id/stats',
      scope: 'stats:read',
      group,
      summary: 'Statistics of a bio page over time',
      params: idParams,
      query: statsQuery,
      answer: contract.statsAnswer,
      fails: [bioNotFound],
      handle: async ({ caller, params, query }) => {
        await bioPages.get(caller.workspaceId, params.id);
        await waitForClicks();
        return ok({ data: await stats.readStats({ noun: 'bio', id: params.id }, query) });
      },
    }),

    route({
      method: 'GET',
      path: '/api/bio/:id/block/:block/stats',
      scope: 'stats:read',
      group,
      summary: 'Statistics of a block of a bio page over time',
      params: idParams.extend({ block: idParams.shape.id.describe('ID of the block') }),
      query: statsQuery,
      answer: contract.statsAnswer,
      fails: [bioNotFound],
      handle: async ({ caller, params, query }) => {
        const { blocks } = await bioPages.get(caller.workspaceId, params.id);
        if (!blocks.some(({ id }) => id === params.block)) throw bioNotFound();
        await waitForClicks();
        return ok({ data: await stats.readStats({ noun: 'block', id: params.block }, query) });
      },
    }),

    route({
      method: 'GET',
      path: '/api/stats',
      scope: 'stats:read',
      group,
      summary: 'Statistics of everything you have over time',
      query: statsQuery,
      answer: contract.userStatsAnswer,
      handle: async ({ caller, query }) => {
        await waitForClicks();
        const subject = { noun: 'user' as const, id: caller.workspaceId };
        const counted = await stats.readStats(subject, query);
        const { links: linkCount, undated } = await stats.countLinks(caller.workspaceId);
        return ok({ data: { ...counted, undated, links: linkCount } });
      },
    }),
  ];
}

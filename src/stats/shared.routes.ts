import { serverBusy } from '../core/errors.ts';
import type { RateRule } from '../core/rate-window.ts';
import { ok } from '../http/envelope.ts';
import { publicRoute, type Route } from '../http/route.ts';
import { hostOf } from '../lib/url.ts';
import type { LinkService } from '../resources/links/link.service.ts';
import { hidesDestination, type Link } from '../resources/links/link.ts';
import type { SharedSubject, ShareService } from '../resources/shares/share.service.ts';
import { shareNotFound, sharePasswordRequired } from '../resources/shares/share.ts';
import * as contract from './shared.contract.ts';
import { sharedStatsQuery } from './stats.query.ts';
import type { StatsService } from './stats.service.ts';

const PER_ADDRESS: RateRule = { limit: 120, windowMs: 60_000 };

interface Parts {
  shares: Pick<ShareService, 'open' | 'unlock'>;
  stats: Pick<StatsService, 'readStats'>;
  links: Pick<LinkService, 'readShortUrls'>;
}

/** The statistics that anyone with a secret URL may read: sums by day, but no single visits. */
export function sharedRoutes({ shares, stats, links }: Parts): Route[] {
  const group = 'Statistics';
  const limit = { name: 'shared', rule: PER_ADDRESS };

  async function toLinkView(link: Link): Promise<contract.SharedView> {
    const shorturl = (await links.readShortUrls([link]))(link);
    // A title often reveals what the password protects.
    const title = link.passwordHash === null ? link.metaTitle : '';
    return { type: 'link', shorturl, title, host: hidesDestination(link) ? '' : hostOf(link.url) };
  }

  async function toView(shared: SharedSubject): Promise<contract.SharedView> {
    if (shared.noun === 'link') return toLinkView(shared.link);
    const { name, linkCount } = shared.campaign;
    return { type: 'campaign', name, links: linkCount };
  }

  return [
    publicRoute({
      method: 'GET',
      path: '/api/shared/:token/stats',
      group,
      summary: 'Shared statistics over time',
      params: contract.shareTokenParams,
      query: sharedStatsQuery,
      answer: contract.sharedStatsAnswer,
      fails: [shareNotFound, sharePasswordRequired],
      limit,
      handle: async ({ params, query }) => {
        const shared = await shares.open(params.token);
        const { id } = shared.noun === 'link' ? shared.link : shared.campaign;
        const data = await stats.readStats({ noun: shared.noun, id }, query);
        return ok({ details: await toView(shared), data });
      },
    }),

    publicRoute({
      method: 'POST',
      path: '/api/shared/:token/access',
      group,
      summary: 'Enter the password of shared statistics',
      params: contract.shareTokenParams,
      body: contract.accessBody,
      answer: contract.accessAnswer,
      fails: [shareNotFound, serverBusy],
      limit,
      handle: async ({ params, body, request }) =>
        ok({ data: { token: await shares.unlock(params.token, body.password, request.address) } }),
    }),
  ];
}

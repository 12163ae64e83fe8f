import { z } from 'zod';
import type { RateRule } from '../core/rate-window.ts';
import { ok } from '../http/envelope.ts';
import { publicRoute, type Route } from '../http/route.ts';
import { hostOf } from '../lib/url.ts';
import type { LinkService } from '../resources/links/link.service.ts';
import { hidesDestination, type Link } from '../resources/links/link.ts';
import type { ShareService } from '../resources/shares/share.service.ts';
import { shareNotFound } from '../resources/shares/share.ts';
import { type SharedLinkView, sharedStatsAnswer } from './shared.contract.ts';
import { sharedStatsQuery } from './stats.query.ts';
import type { StatsService } from './stats.service.ts';

const PER_ADDRESS: RateRule = { limit: 120, windowMs: 60_000 };

interface Parts {
  shares: Pick<ShareService, 'open'>;
  stats: Pick<StatsService, 'readStats'>;
  links: Pick<LinkService, 'readShortUrls'>;
}

/** The statistics that anyone with a secret URL may read: sums by day, but no single visits. */
export function sharedRoutes({ shares, stats, links }: Parts): Route[] {
  async function toView(link: Link): Promise<SharedLinkView> {
    const shorturl = (await links.readShortUrls([link]))(link);
    // A title often reveals what the password protects.
    const title = link.passwordHash === null ? link.metaTitle : '';
    return { shorturl, title, host: hidesDestination(link) ? '' : hostOf(link.url) };
  }

  return [
    publicRoute({
      method: 'GET',
      path: '/api/shared/:token/stats',
      group: 'Statistics',
      summary: 'Shared statistics over time',
      params: z.object({ token: z.string().max(255).describe('The last part of the secret URL') }),
      query: sharedStatsQuery,
      answer: sharedStatsAnswer,
      fails: [shareNotFound],
      limit: { name: 'shared', rule: PER_ADDRESS },
      handle: async ({ params, query }) => {
        const link = await shares.open(params.token);
        const data = await stats.readStats({ noun: 'link', id: link.id }, query);
        return ok({ details: await toView(link), data });
      },
    }),
  ];
}

import { methodRefused } from '../http/method-refused.ts';
import type { PeerSource } from '../http/peer.ts';
import type { Redirector } from '../redirect/redirector.ts';
import { createRotator } from '../redirect/rotator.ts';
import { createListPage } from '../resources/campaigns/campaign.page.ts';
import type { ChangedCampaign } from '../resources/campaigns/campaign.service.ts';
import type { LinkEvent } from '../resources/links/link-event.ts';
import type { Services } from './services.ts';
import type { World } from './world.ts';

/** What the public side of campaigns is made of. */
export interface CampaignParts {
  services: Services;
  redirector: Redirector;
  world: World;
}

/** Rotators and list pages. */
export interface CampaignDoors {
  /** Undefined where the path is neither. */
  answer(request: Request, peers: PeerSource, path: string): Response | Promise<Response> | undefined;
  /** Must be called when a campaign has changed. */
  forget(changed: ChangedCampaign): void;
  /** Must be called when a link has changed. */
  forgetLink(stored: Pick<LinkEvent, 'campaigns'>): void;
}

export function openCampaigns({ services, redirector, world }: CampaignParts): CampaignDoors {
  const { accounts, campaigns, links } = services;
  const { log, now, random = Math.random } = world;
  const { answerMiss } = redirector;

  const rotator = createRotator({ campaigns, links, redirector, random, now, log });
  const answerList = createListPage({
    campaigns,
    links,
    findUserId: async (username) => (await accounts.findByUsername(username))?.id,
    answerMiss,
    log,
  });

  return {
    forget({ id, slugs }) {
      for (const slug of slugs) rotator.forgetSlug(slug);
      rotator.forgetLinks(id);
    },

    forgetLink(stored) {
      for (const id of stored.campaigns) rotator.forgetLinks(id);
    },

    answer(request, peers, path) {
      const [, slug] = /^\/r\/([^/]+)\/?$/.exec(path) ?? [];
      const [, username = '', name] = /^\/u\/([^/]+)\/([^/]+)\/?$/.exec(path) ?? [];
      if (slug === undefined && name === undefined) return undefined;
      if (request.method !== 'GET' && request.method !== 'HEAD') return methodRefused('GET, HEAD');
      if (slug !== undefined) return rotator.answer(request, peers, slug);
      return answerList(request, peers, username, name ?? '');
    },
  };
}

import { refuseUnlessGet } from '../http/method-refused.ts';
import type { Redirector } from '../redirect/redirector.ts';
import { createRotator } from '../redirect/rotator.ts';
import { createListPage } from '../resources/campaigns/campaign.page.ts';
import type { ChangedCampaign } from '../resources/campaigns/campaign.service.ts';
import type { LinkEvent } from '../resources/links/link-event.ts';
import type { PathHandler } from './path-handler.ts';
import type { Runtime } from './runtime.ts';
import type { Services } from './services.ts';

interface Parts {
  services: Services;
  redirector: Redirector;
  runtime: Runtime;
}

/** Handles rotators, `/r/SLUG`, and list pages, `/u/USERNAME/LIST`. */
export interface CampaignHandler {
  handle: PathHandler;
  /** Must be called when a campaign has changed. */
  forget(changed: ChangedCampaign): void;
  /** Must be called when a link has changed. */
  forgetLink(stored: Pick<LinkEvent, 'campaigns'>): void;
}

export function createCampaignHandler({ services, redirector, runtime }: Parts): CampaignHandler {
  const { accounts, campaigns, links } = services;
  const { log, now, random = Math.random, loadLimitMs } = runtime;
  const { respondNotFound } = redirector;

  const rotator = createRotator({ campaigns, links, redirector, random, now, log, loadLimitMs });
  const answerList = createListPage({
    campaigns,
    links,
    findUserId: (username) => accounts.findOwnerByName(username),
    respondNotFound,
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

    handle(request, peers, path) {
      const [, slug] = /^\/r\/([^/]+)\/?$/.exec(path) ?? [];
      const [, username = '', name] = /^\/u\/([^/]+)\/([^/]+)\/?$/.exec(path) ?? [];
      if (slug === undefined && name === undefined) return undefined;
      const refused = refuseUnlessGet(request);
      if (refused) return refused;
      if (slug !== undefined) return rotator.handle(request, peers, slug);
      return answerList(request, peers, username, name ?? '');
    },
  };
}

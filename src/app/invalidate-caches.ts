import type { FeedService } from '../feeds/feed.service.ts';
import type { HostFinder } from '../redirect/hosts.ts';
import type { InterstitialKey } from '../redirect/interstitial.ts';
import type { Redirector } from '../redirect/redirector.ts';
import type { BioAddress } from '../resources/bio/bio.ts';
import type { ChangedCampaign } from '../resources/campaigns/campaign.service.ts';
import type { LinkEvent } from '../resources/links/link-event.ts';
import type { CampaignHandler } from './campaigns.ts';
import type { QrCodeHandler } from './qr-codes.ts';
import type { WellKnownHandler } from './well-known.ts';

/** All caches of this process, and the streams that it sends. */
export interface Caches {
  redirector: Redirector;
  hostFinder: HostFinder;
  campaigns: CampaignHandler;
  qrCodes: QrCodeHandler;
  wellKnown: WellKnownHandler;
  feeds: Pick<FeedService, 'recheck'>;
}

/** Removes changed items from the caches of this process; the arguments can be sent to another process. */
export function createCacheInvalidation({ redirector, hostFinder, campaigns, qrCodes, wellKnown, feeds }: Caches) {
  return {
    onLinkChanged(stored: Pick<LinkEvent, 'addresses' | 'campaigns'>) {
      for (const { domainId, alias } of stored.addresses) redirector.forget(domainId, alias);
      campaigns.forgetLink(stored);
    },
    onPixelChanged: (id: number) => redirector.forgetPixel(id),
    onQrCodeChanged: (code: string) => qrCodes.forget(code),
    onCampaignChanged: (changed: ChangedCampaign) => campaigns.forget(changed),
    onDomainChanged(name: string) {
      hostFinder.forget(name);
      redirector.forgetHosts();
    },
    onBioPageChanged(addresses: BioAddress[]) {
      for (const { domainId, slug } of addresses) redirector.forget(domainId, slug);
    },
    onWellKnownFilesChanged: (domainId: number) => wellKnown.forget(domainId),
    onInterstitialChanged: (changed: InterstitialKey) => redirector.cache.forgetInterstitial(changed),
    onRoleLost: (workspaceId: number) => feeds.recheck(workspaceId),
  };
}

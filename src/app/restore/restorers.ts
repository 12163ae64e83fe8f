import type { DeclaredFailure } from '../../core/errors.ts';
import type { TrashNoun } from '../../core/trash.ts';
import { bioSlugTaken } from '../../resources/bio/bio.ts';
import { campaignSlugTaken } from '../../resources/campaigns/campaign.ts';
import { aliasTaken } from '../../resources/links/link.ts';
import type { Restore } from '../../resources/trash/trash.ts';
import { createRestoreDomain } from './restore-domain.ts';
import { createRestoreInterstitial, createRestorePixel } from './restore-extras.ts';
import { createRestoreCampaign, restoreChannel, restoreUtmTemplate } from './restore-groups.ts';
import { createRestoreLink } from './restore-link.ts';
import { createRestoreBio, createRestoreQr } from './restore-pages.ts';
import type { RestorerParts } from './restore-parts.ts';

/** Why something cannot be restored: another has its place. */
export const restoreFailures: DeclaredFailure[] = [aliasTaken, campaignSlugTaken, bioSlugTaken];

/** How each noun is restored from the trash. */
export function createRestorers(parts: RestorerParts): Record<TrashNoun, Restore> {
  return {
    url: createRestoreLink(parts),
    qr: createRestoreQr(parts),
    campaign: createRestoreCampaign(parts),
    channel: restoreChannel,
    bio: createRestoreBio(parts),
    domain: createRestoreDomain(parts),
    pixel: createRestorePixel(parts),
    overlay: createRestoreInterstitial('overlay', parts),
    splash: createRestoreInterstitial('splash', parts),
    'utm-template': restoreUtmTemplate,
  };
}

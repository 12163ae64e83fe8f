import { feedRoutes } from '../feeds/feed.routes.ts';
import type { FindEmails } from '../http/all-users.ts';
import type { Route } from '../http/route.ts';
import { createSessionCookie } from '../http/session-cookie.ts';
import type { Clock } from '../lib/date-time.ts';
import { accountRoutes } from '../resources/account/account.routes.ts';
import { userRoutes } from '../resources/account/user.routes.ts';
import { bioRoutes } from '../resources/bio/bio.routes.ts';
import { campaignRoutes } from '../resources/campaigns/campaign.routes.ts';
import { channelRoutes } from '../resources/channels/channel.routes.ts';
import { domainRoutes } from '../resources/domains/domain.routes.ts';
import { fileRoutes } from '../resources/files/file.routes.ts';
import { keyRoutes } from '../resources/keys/key.routes.ts';
import { linkBulkRoutes } from '../resources/links/bulk/link-bulk.routes.ts';
import { linkImportRoutes } from '../resources/links/import/link-import.routes.ts';
import { linkRoutes } from '../resources/links/link.routes.ts';
import { overlayRoutes } from '../resources/overlays/overlay.routes.ts';
import { overlayResponseRoutes } from '../resources/overlays/overlay-response.routes.ts';
import { pixelRoutes } from '../resources/pixels/pixel.routes.ts';
import type { DrawPicture } from '../resources/qr-codes/picture-kind.ts';
import { qrCodeRoutes } from '../resources/qr-codes/qr-code.routes.ts';
import { sessionRoutes } from '../resources/sessions/session.routes.ts';
import { shareRoutes } from '../resources/shares/share.routes.ts';
import { splashPageRoutes } from '../resources/splash/splash-page.routes.ts';
import { sharedRoutes } from '../stats/shared.routes.ts';
import { statsRoutes } from '../stats/stats.routes.ts';
import type { Services } from './services.ts';

/** Every endpoint of the API; `settle` returns once every click that was answered before has been counted, `draw` makes pictures. */
export function createRoutes(
  services: Services,
  baseUrl: string,
  now: Clock,
  settle: () => Promise<void> = async () => {},
  draw: DrawPicture = () => Promise.reject(new Error('nobody draws here')),
): Route[] {
  const { accounts, bioPages, campaigns, channels, domains, feeds, files, keys, links, overlayResponses } = services;
  const { confirmCaller: confirm } = services;
  const { overlays, pixels, qrCodes, sessions, shares, splashPages, stats, users } = services;
  const fileUrlOf = (id: number) => baseUrl + files.addressOf(id);
  const findEmails: FindEmails = (ids) => users.findEmails(ids);
  const ofLinks = { settle, read: (id: number) => stats.readOverview({ noun: 'link', id }, Number) };
  const ofQrCodes = { settle, read: (id: number) => stats.readOverview({ noun: 'qr', id }, String) };
  const ofBioPages = { settle, read: (id: number) => stats.readOverview({ noun: 'bio', id }, Number) };
  return [
    ...linkRoutes(links, ofLinks, findEmails),
    ...qrCodeRoutes(qrCodes, baseUrl, ofQrCodes, draw, findEmails),
    ...linkBulkRoutes(links),
    ...linkImportRoutes(links),
    ...campaignRoutes({
      campaigns,
      baseUrl,
      usernameOf: async (userId) => (await accounts.get(userId)).username,
      settle,
      readStatistics: (id) => stats.readOverview({ noun: 'campaign', id }, Number),
    }),
    ...bioRoutes(bioPages, baseUrl, ofBioPages, findEmails),
    ...statsRoutes({ stats, links, qrCodes, campaigns, bioPages, settle }),
    ...shareRoutes(shares, baseUrl),
    ...sharedRoutes({ shares, stats, links }),
    ...pixelRoutes(pixels),
    ...channelRoutes(channels),
    ...domainRoutes(domains),
    ...splashPageRoutes(splashPages, fileUrlOf, findEmails),
    ...overlayRoutes(overlays, fileUrlOf, findEmails),
    ...overlayResponseRoutes(overlayResponses),
    ...fileRoutes(files, fileUrlOf),
    ...accountRoutes({ accounts, confirm, baseUrl, now }),
    ...keyRoutes(keys, confirm),
    ...sessionRoutes({ sessions, accounts, cookie: createSessionCookie(baseUrl.startsWith('https:')), baseUrl }),
    ...userRoutes(users, confirm),
    ...feedRoutes(feeds),
  ];
}

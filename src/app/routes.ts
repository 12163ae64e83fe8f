import { type BackupControl, backupRoutes } from '../backup/backup.routes.ts';
import { type CertificateControl, certificateRoutes } from '../certificates/certificate.routes.ts';
import { readConfig } from '../config/config.ts';
import { feedRoutes } from '../feeds/feed.routes.ts';
import type { FindEmails } from '../http/all-users.ts';
import type { Route } from '../http/route.ts';
import { createSessionCookie } from '../http/session-cookie.ts';
import { importRoutes } from '../imports/import.routes.ts';
import { exportRoutes } from '../imports/signpost/export.routes.ts';
import type { Clock } from '../lib/date-time.ts';
import { simulateRoutes } from '../redirect/simulate.routes.ts';
import type { SimulateVisit } from '../redirect/simulate.ts';
import { accountRoutes } from '../resources/account/account.routes.ts';
import { userRoutes } from '../resources/account/user.routes.ts';
import { auditRoutes } from '../resources/audit/audit.routes.ts';
import { bioRoutes } from '../resources/bio/bio.routes.ts';
import { campaignRoutes } from '../resources/campaigns/campaign.routes.ts';
import { channelRoutes } from '../resources/channels/channel.routes.ts';
import { domainRoutes } from '../resources/domains/domain.routes.ts';
import { fileRoutes } from '../resources/files/file.routes.ts';
import { identityRoutes } from '../resources/identities/identity.routes.ts';
import { invitationRoutes } from '../resources/invitations/invitation.routes.ts';
import { keyRoutes } from '../resources/keys/key.routes.ts';
import { linkBulkRoutes } from '../resources/links/bulk/link-bulk.routes.ts';
import { linkExportRoutes } from '../resources/links/export/link-export.routes.ts';
import { linkHistoryRoutes } from '../resources/links/history/link-history.routes.ts';
import { linkImportRoutes } from '../resources/links/import/link-import.routes.ts';
import { linkRoutes, type ReadImported } from '../resources/links/link.routes.ts';
import { linkScheduleRoutes } from '../resources/links/schedule/link-schedule.routes.ts';
import { linkTakeRoutes } from '../resources/links/take/link-take.routes.ts';
import { missRoutes } from '../resources/misses/miss.routes.ts';
import { overlayRoutes } from '../resources/overlays/overlay.routes.ts';
import { overlayResponseRoutes } from '../resources/overlays/overlay-response.routes.ts';
import { passkeyRoutes } from '../resources/passkeys/passkey.routes.ts';
import { pixelRoutes } from '../resources/pixels/pixel.routes.ts';
import { linkQrRoutes } from '../resources/qr-codes/link-qr.routes.ts';
import type { DrawPicture } from '../resources/qr-codes/picture-kind.ts';
import { qrCodeRoutes } from '../resources/qr-codes/qr-code.routes.ts';
import { secondFactorRoutes } from '../resources/second-factors/second-factor.routes.ts';
import { sessionRoutes } from '../resources/sessions/session.routes.ts';
import { nameAgent } from '../resources/sessions/session.ts';
import { shareRoutes } from '../resources/shares/share.routes.ts';
import { splashPageRoutes } from '../resources/splash/splash-page.routes.ts';
import { trashRoutes } from '../resources/trash/trash.routes.ts';
import { utmTemplateRoutes } from '../resources/utm-templates/utm-template.routes.ts';
import { webhookRoutes } from '../resources/webhooks/webhook.routes.ts';
import { workspaceRoutes } from '../resources/workspaces/workspace.routes.ts';
import { serverRoutes } from '../server-settings/server.routes.ts';
import { settingsRoutes } from '../server-settings/settings.routes.ts';
import { sharedRoutes } from '../stats/shared.routes.ts';
import { statsRoutes } from '../stats/stats.routes.ts';
import { noCertificates } from './certificates.ts';
import { restoreFailures } from './restore/restorers.ts';
import type { Services } from './services.ts';

interface Parts {
  services: Services;
  baseUrl: string;
  now: Clock;
  /** Returns when every click before the call is counted. */
  waitForClicks?(): Promise<void>;
  draw?: DrawPicture;
  backups?: BackupControl;
  certificates?: CertificateControl;
  server?: ServerParts;
  simulateVisit?: SimulateVisit;
}

/** What the routes of the server itself need. */
type ServerParts = Pick<Parameters<typeof serverRoutes>[0], 'config' | 'isTrusted' | 'readHealth'>;

const NO_BACKUPS: BackupControl = {
  describe: () => Promise.reject(new Error('backups need a server')),
  startNow: () => Promise.reject(new Error('backups need a server')),
  hasFile: async () => false,
  openFile: async () => undefined,
};

function describeNoServer(): ServerParts {
  const readHealth = () => Promise.reject(new Error('health needs a server'));
  return { config: readConfig({}), isTrusted: () => false, readHealth };
}

/** Every endpoint of the API. The defaults are enough to describe the endpoints without a server. */
export function createRoutes(parts: Parts): Route[] {
  const { services, baseUrl, now, waitForClicks = async () => {} } = parts;
  const { draw = () => Promise.reject(new Error('drawing needs a server')) } = parts;
  const { simulateVisit = () => Promise.reject(new Error('a simulation needs a server')) } = parts;
  const { backups = NO_BACKUPS, certificates = noCertificates('off'), server = describeNoServer() } = parts;
  const { accounts, bioPages, campaigns, channels, domains, feeds, files, keys, links, linkQrCodes } = services;
  const { overlayResponses, overlays, pixels, qrCodes, sessions, shares, splashPages, stats, users } = services;
  const { confirmCaller: confirm, passkeys, secondFactors, utmTemplates } = services;
  const cookie = createSessionCookie(baseUrl.startsWith('https:'));
  const fileUrlOf = (id: number) => baseUrl + files.addressOf(id);
  const findEmails: FindEmails = (ids) => users.findEmails(ids);
  const readImported: ReadImported = (link) => services.imports.readImported(link);
  const linkStatistics = {
    ...{ waitForClicks, readImported },
    read: (id: number) => stats.readOverview({ noun: 'link', id }, Number),
  };
  const qrStatistics = { waitForClicks, read: (id: number) => stats.readOverview({ noun: 'qr', id }, String) };
  const bioStatistics = { waitForClicks, read: (id: number) => stats.readOverview({ noun: 'bio', id }, Number) };
  return [
    ...linkRoutes({ links, statistics: linkStatistics, findEmails, now }),
    ...qrCodeRoutes({ qrCodes, statistics: qrStatistics, draw, findEmails }),
    ...linkQrRoutes({ linkQrCodes, links, draw, waitForClicks, countScans: (id) => stats.countScans(id) }),
    ...simulateRoutes({ links, simulateVisit }),
    ...linkBulkRoutes({ links }),
    ...linkScheduleRoutes({ links }),
    ...linkHistoryRoutes({ links }),
    ...linkImportRoutes({ links }),
    ...importRoutes({ imports: services.backgroundImports }),
    ...linkExportRoutes({ links, waitForClicks }),
    ...linkTakeRoutes({ links, waitForClicks }),
    ...exportRoutes({ writeExport: (owner) => services.contentExport.write(owner), waitForClicks }),
    ...invitationRoutes({ invitations: services.invitations }),
    ...campaignRoutes({
      campaigns,
      baseUrl,
      usernameOf: (owner) => accounts.getOwnerName(owner),
      waitForClicks,
      readStatistics: (id) => stats.readOverview({ noun: 'campaign', id }, Number),
      readClicks: (ids) => stats.readClicks('campaign', ids),
    }),
    ...bioRoutes({ bioPages, statistics: bioStatistics, findEmails }),
    ...statsRoutes({ stats, links, qrCodes, campaigns, channels, bioPages, waitForClicks, readImported }),
    ...shareRoutes({ shares, baseUrl }),
    ...sharedRoutes({ shares, stats, links }),
    ...pixelRoutes({ pixels }),
    ...utmTemplateRoutes({ utmTemplates }),
    ...trashRoutes({ trash: services.trash, findEmails, restoreFailures }),
    ...channelRoutes({ channels }),
    ...domainRoutes({ domains }),
    ...webhookRoutes({ webhooks: services.webhooks }),
    ...missRoutes({ misses: services.misses, domains }),
    ...splashPageRoutes({ splashPages, fileUrlOf, findEmails }),
    ...overlayRoutes({ overlays, fileUrlOf, findEmails }),
    ...overlayResponseRoutes({ responses: overlayResponses }),
    ...fileRoutes({ files, urlOf: fileUrlOf }),
    ...accountRoutes({ accounts, confirm, baseUrl, now }),
    ...keyRoutes({ keys, confirm }),
    ...workspaceRoutes({ workspaces: services.workspaces, members: services.members }),
    ...secondFactorRoutes({
      ...{ secondFactors, confirm, accounts, sessions },
      drawCode: (content) => draw({ content }, 'svg'),
      issuer: new URL(baseUrl).host,
    }),
    ...passkeyRoutes({ passkeys, confirm, accounts, nameAgent }),
    ...sessionRoutes({
      ...{ sessions, accounts, cookie, baseUrl, secondFactors, passkeys },
      requiresSecondFactor: server.config.requireSecondFactor === 'on',
      isJoined: (userId) => services.singleSignOn.isJoined(userId),
    }),
    ...identityRoutes({ ...services.singleSignOn, cookie }),
    ...userRoutes({ users, confirm }),
    ...auditRoutes({ audit: services.audit }),
    ...backupRoutes({ backups, confirm }),
    ...certificateRoutes({ certificates, hasVerified: (owner, name) => domains.hasVerified(owner, name), now }),
    ...serverRoutes({
      ...server,
      sendMail: services.sendMail,
      findEmail: async (userId) => (await accounts.get(userId)).email,
    }),
    ...settingsRoutes({ wellKnown: services.wellKnown }),
    ...feedRoutes({ feeds }),
  ];
}

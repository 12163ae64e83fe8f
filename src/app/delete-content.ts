import { setImmediate } from 'node:timers/promises';
import { AppError } from '../core/errors.ts';
import { FOR_GOOD } from '../core/trash.ts';
import type { Db } from '../db/db.ts';
import { listOwnedIds } from '../db/give-rows.ts';
import type { OwnedTable } from '../db/owned.ts';
import type { BioService } from '../resources/bio/bio.service.ts';
import type { CampaignService } from '../resources/campaigns/campaign.service.ts';
import type { ChannelService } from '../resources/channels/channel.service.ts';
import type { DomainService } from '../resources/domains/domain.service.ts';
import type { FileService } from '../resources/files/file.service.ts';
import type { LinkService } from '../resources/links/link.service.ts';
import type { OverlayService } from '../resources/overlays/overlay.service.ts';
import type { PixelService } from '../resources/pixels/pixel.service.ts';
import type { QrCodeService } from '../resources/qr-codes/qr-code.service.ts';
import type { SplashPageService } from '../resources/splash/splash-page.service.ts';
import type { TrashService } from '../resources/trash/trash.service.ts';
import type { UtmTemplateService } from '../resources/utm-templates/utm-template.service.ts';

/** The services that delete the content of a user. */
export interface ContentServices {
  bioPages: BioService;
  campaigns: CampaignService;
  channels: ChannelService;
  domains: DomainService;
  files: FileService;
  links: LinkService;
  overlays: OverlayService;
  pixels: PixelService;
  qrCodes: QrCodeService;
  splashPages: SplashPageService;
  trash: TrashService;
  utmTemplates: UtmTemplateService;
}

// A transaction on SQLite blocks redirects of this process, so each deletes few links.
const LINKS_PER_STEP = 50;

const ADMINISTRATOR = { isOwner: false, isAdmin: true };

async function unlessGone(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    // Another node continues the same removal.
    if (!(error instanceof AppError && error.kind === 'not_found')) throw error;
  }
}

/** A table with content of users; links and the trash have their own steps, and the others disappear with the account. */
export type ContentTable = Exclude<
  OwnedTable,
  'links' | 'trash' | 'keys' | 'passkeys' | 'saved_tags' | 'sessions' | 'password_resets' | 'imports' | 'webhooks'
>;

type RemoveRow = (owner: number, id: number) => Promise<unknown>;

/** Deletes everything of a user in small transactions, through the services, which keep counters and caches up to date. */
export function createDeleteContent(
  db: Db,
  services: ContentServices,
): (userId: number, signal: AbortSignal) => Promise<void> {
  const { bioPages, campaigns, channels, domains, files, links, overlays } = services;
  const { pixels, qrCodes, splashPages, trash, utmTemplates } = services;
  const removers: Record<ContentTable, RemoveRow> = {
    bio_pages: (owner, id) => bioPages.remove(owner, id, ADMINISTRATOR, FOR_GOOD),
    qr_codes: (owner, id) => qrCodes.remove(owner, id, FOR_GOOD),
    campaigns: (owner, id) => campaigns.remove(owner, id, FOR_GOOD),
    channels: (owner, id) => channels.remove(owner, id, FOR_GOOD),
    overlays: (owner, id) => overlays.remove(owner, id, FOR_GOOD),
    splash_pages: (owner, id) => splashPages.remove(owner, id, FOR_GOOD),
    pixels: (owner, id) => pixels.remove(owner, id, FOR_GOOD),
    utm_templates: (owner, id) => utmTemplates.remove(owner, id, FOR_GOOD),
    domains: (owner, id) => domains.remove(owner, id, true, true),
    files: (owner, id) => files.remove(owner, id),
  };

  return async (userId, signal) => {
    async function forEachStep(table: OwnedTable, work: (ids: number[]) => Promise<unknown>): Promise<void> {
      for (let after = 0; ; ) {
        signal.throwIfAborted();
        const ids = await listOwnedIds(db, table, userId, { after, limit: LINKS_PER_STEP });
        const last = ids.at(-1);
        if (last === undefined) return;
        await work(ids);
        after = last;
        await setImmediate();
      }
    }

    // Links come first, so that a domain is empty when it is deleted.
    await forEachStep('links', (ids) => links.removeMany({ workspaceId: userId, isAdmin: true }, ids, true));
    for (const [table, remove] of Object.entries(removers) as [ContentTable, RemoveRow][]) {
      await forEachStep(table, async (ids) => {
        for (const id of ids) await unlessGone(remove(userId, id));
      });
    }
    while (await trash.purgeSomeOf(userId)) {
      signal.throwIfAborted();
      await setImmediate();
    }
  };
}

import { setImmediate } from 'node:timers/promises';
import type { Db } from '../db/db.ts';
import { giveCampaignShares, giveChannelItems, giveLinkExtras, giveRows, type Handover } from '../db/give-rows.ts';
import { addToTally } from '../db/tally.ts';
import { transaction } from '../db/transaction.ts';
import { giveRefs } from '../imports/import-ref.store.ts';
import { hostOf } from '../lib/url.ts';
import { campaignTally, type Link } from '../resources/links/link.ts';
import { uniqueIds } from '../resources/links/link-campaign.service.ts';
import { findLinks } from '../resources/links/link-read.store.ts';
import { moveRollups } from '../rollups/move-rollups.store.ts';
import type { ChangeListeners } from './change-listeners.ts';
import type { ContentServices } from './delete-content.ts';

const ROWS_PER_STEP = 500;
const ROLLUPS_PER_STEP = 50;
const NO_LIMIT = 1_000_000;

interface Parts {
  db: Db;
  services: Pick<ContentServices, 'bioPages' | 'campaigns' | 'domains' | 'qrCodes'>;
  listeners: ChangeListeners;
}

/** Splits ids into lists that one query can take; none for no ids. */
function chunk(ids: number[] = []): number[][] {
  const count = Math.ceil(ids.length / ROWS_PER_STEP);
  return Array.from({ length: count }, (_, index) => ids.slice(index * ROWS_PER_STEP, (index + 1) * ROWS_PER_STEP));
}

/** Gives everything of a user to another one, in short transactions. It can be repeated after a crash. */
export function createGiveContent({
  db,
  services,
  listeners,
}: Parts): (handover: Handover, signal: AbortSignal) => Promise<void> {
  const { bioPages, campaigns, domains, qrCodes } = services;

  /** Runs steps until one finds nothing. */
  async function repeat(signal: AbortSignal, step: (tx: Db) => Promise<number>): Promise<void> {
    do {
      signal.throwIfAborted();
      await setImmediate();
    } while ((await transaction(db, step)) > 0);
  }

  function publishLinks(owner: number, links: Link[]): void {
    const [first] = links;
    if (!first) return;
    const { id, alias } = first;
    const ids = uniqueIds(links.map(({ campaignId }) => campaignId));
    listeners.onLinkChanged({ change: 'updated', owner, id, alias, addresses: links, campaigns: ids, framed: [] });
  }

  async function giveLinks(handover: Handover, signal: AbortSignal): Promise<void> {
    const { from, to } = handover;
    for (;;) {
      signal.throwIfAborted();
      const links = await transaction(db, async (tx) => {
        const ids = await giveRows(tx, 'links', handover, ROWS_PER_STEP);
        if (ids.length === 0) return [];
        await giveLinkExtras(tx, ids, to);
        await giveRefs(tx, ids, to);
        const given = await findLinks(tx, to, ids);
        for (const [campaignId, { length }] of Map.groupBy(given, (link) => link.campaignId)) {
          if (campaignId === null) continue;
          await addToTally(tx, from, campaignTally(campaignId), -length);
          await addToTally(tx, to, campaignTally(campaignId), length);
        }
        return given;
      });
      if (links.length === 0) return;
      publishLinks(to, links);
      await setImmediate();
    }
  }

  async function giveCampaigns(handover: Handover): Promise<void> {
    const { to } = handover;
    const ids = await transaction(db, async (tx) => {
      const given = await giveRows(tx, 'campaigns', handover, NO_LIMIT);
      for (const some of chunk(given)) await giveCampaignShares(tx, some, to);
      return given;
    });
    for (const id of ids) {
      const slug = (await campaigns.find(to, id))?.slug ?? null;
      listeners.onCampaignChanged({ id, slugs: slug === null ? [] : [slug] });
    }
  }

  /** In one transaction, because QR codes are served only on domains of the same owner. */
  async function giveDomains(handover: Handover): Promise<void> {
    const { to } = handover;
    const [domainIds, codeIds, pageIds] = await transaction(db, async (tx) => [
      await giveRows(tx, 'domains', handover, NO_LIMIT),
      await giveRows(tx, 'qr_codes', handover, NO_LIMIT),
      await giveRows(tx, 'bio_pages', handover, NO_LIMIT),
    ]);
    for (const ids of chunk(domainIds)) {
      for (const origin of (await domains.readOrigins(ids)).values()) listeners.onDomainChanged(hostOf(origin));
    }
    for (const ids of chunk(codeIds)) {
      for (const { code } of await qrCodes.findMany(to, ids)) listeners.onQrCodeChanged(code);
    }
    for (const ids of chunk(pageIds)) listeners.onBioPageChanged(await bioPages.findAddressesOf(to, ids));
  }

  return async (handover, signal) => {
    const { from, to } = handover;
    // Before the domains: while a link is on a domain of another owner, it cannot be moved off it.
    await giveLinks(handover, signal);
    await giveCampaigns(handover);
    await repeat(signal, async (tx) => {
      const ids = await giveRows(tx, 'channels', handover, 1);
      if (ids.length > 0) await giveChannelItems(tx, ids, to);
      return ids.length;
    });
    for (const table of [
      'overlays',
      'splash_pages',
      'pixels',
      'utm_templates',
      'saved_tags',
      'files',
      'trash',
    ] as const) {
      await repeat(signal, async (tx) => (await giveRows(tx, table, handover, ROWS_PER_STEP)).length);
    }
    await giveDomains(handover);
    const [source, target] = [from, to].map((id) => ({ noun: 'user' as const, id }));
    if (source && target) await repeat(signal, (tx) => moveRollups(tx, source, target, ROLLUPS_PER_STEP));
  };
}

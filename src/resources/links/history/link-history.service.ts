import { z } from 'zod';
import { type AuditedFields, diffFields } from '../../../core/audit.ts';
import { offsetOf, type Page, type PageRequest } from '../../../core/paging.ts';
import type { StatusChanger } from '../../../core/take-down.ts';
import type { Db } from '../../../db/db.ts';
import { blankIsNull } from '../../../http/fields.ts';
import { parseInput } from '../../../http/read-input.ts';
import type { DomainService } from '../../domains/domain.service.ts';
import type { ItemChannels } from '../item-channels.ts';
import { auditedLink } from '../link.audit.ts';
import { type LinkChange, linkChangeFields } from '../link.contract.ts';
import { linkNotFound, MAIN_DOMAIN } from '../link.ts';
import type { LinkChanger } from '../link-change.service.ts';
import type { StoredLink } from '../link-create.service.ts';
import type { LinkReader } from '../link-read.service.ts';
import * as store from './link-history.store.ts';
import { type LinkVersion, revertedFields, undoAll, versionNotFound } from './link-history.ts';

/** The operations on earlier versions of a link. */
export interface LinkHistory {
  /** The versions of a link, newest first. */
  listVersions(owner: number, id: number, request: PageRequest): Promise<Page<LinkVersion> & { current: number }>;
  /**
   * Gives a link the fields that it had in an earlier version, as a new version. The password stays. References to campaigns,
   * channels and pixels that no longer exist are left out; `leftOut` names their fields.
   */
  revert(owner: number, id: number, version: number, by: StatusChanger): Promise<RevertedLink>;
}

/** A reverted link. */
export interface RevertedLink {
  link: StoredLink;
  version: number;
  leftOut: string[];
}

interface Parts {
  db: Db;
  reader: Pick<LinkReader, 'get'>;
  changer: Pick<LinkChanger, 'update'>;
  domains: Pick<DomainService, 'readOrigins'>;
  channels: Pick<ItemChannels, 'owns'>;
  pixels: { ownsAll(owner: number, ids: number[]): Promise<boolean> };
  ownsCampaign(owner: number, id: number): Promise<boolean>;
}

export function createLinkHistory(parts: Parts): LinkHistory {
  const { db, reader, changer, domains, channels, pixels, ownsCampaign } = parts;

  /** The fields of a link, as bodies name them, and the ids of its channels. */
  async function readState(owner: number, id: number): Promise<AuditedFields> {
    const { link, extras } = await reader.get(owner, id);
    const { domainId, campaignId: campaign } = link;
    const domain = domainId === MAIN_DOMAIN ? null : (await domains.readOrigins([domainId])).get(domainId);
    const { tags, pixels: pixelIds, channels: channelIds } = extras;
    return { ...auditedLink(link), domain, tags, pixels: pixelIds, campaign, channels: channelIds };
  }

  async function stateOf(owner: number, id: number, version: number): Promise<AuditedFields> {
    const later = await store.listVersionsAfter(db, id, version);
    return undoAll(
      await readState(owner, id),
      later.map(({ changes }) => changes),
    );
  }

  /** The oldest version whose state is known. */
  async function findRange(id: number): Promise<{ current: number; first: number; isRecorded: boolean }> {
    const range = await store.findVersionRange(db, id);
    if (!range) throw linkNotFound();
    const { current, oldest } = range;
    const isRecorded = oldest === 1;
    return { current, first: oldest === null ? current : isRecorded ? 1 : oldest - 1, isRecorded };
  }

  async function keepOwned<Id>(ids: Id[], owns: (id: Id) => Promise<boolean>): Promise<Id[]> {
    const kept: Id[] = [];
    for (const id of ids) if (await owns(id)) kept.push(id);
    return kept;
  }

  /** Removes references that no longer exist; returns the fields that had one. */
  async function dropMissing(owner: number, wanted: AuditedFields): Promise<string[]> {
    const leftOut: string[] = [];
    const { campaign, pixels: pixelIds, channels: channelIds } = wanted;
    if (typeof campaign === 'number' && !(await ownsCampaign(owner, campaign))) {
      wanted.campaign = null;
      leftOut.push('campaign');
    }
    if (Array.isArray(pixelIds)) {
      const kept = await keepOwned(pixelIds as number[], (one) => pixels.ownsAll(owner, [one]));
      if (kept.length < pixelIds.length) leftOut.push('pixels');
      wanted.pixels = kept;
    }
    if (Array.isArray(channelIds)) {
      const kept = await keepOwned(channelIds as number[], (one) => channels.owns(owner, one));
      // A body names one channel; if the link was in several, its current channels stay.
      if (kept.length < 2) wanted.channel = kept[0] ?? null;
      if (kept.length < channelIds.length || kept.length > 1) leftOut.push('channel');
    }
    return leftOut;
  }

  return {
    async listVersions(owner, id, request) {
      await reader.get(owner, id);
      const { current, first, isRecorded } = await findRange(id);
      const total = current - first + 1;
      const rows = await store.listVersions(db, id, { limit: request.limit, offset: offsetOf(request) });
      const versions: LinkVersion[] = rows.map((row) => ({ kind: 'recorded', version: row.version ?? 0, row }));
      const isLastPage = offsetOf(request) < total && offsetOf(request) + request.limit >= total;
      if (isLastPage && !isRecorded)
        versions.push({ kind: 'first', version: first, state: await stateOf(owner, id, first) });
      return { ...request, total, rows: versions, current };
    },

    async revert(owner, id, version, by) {
      const present = await readState(owner, id);
      const { current, first } = await findRange(id);
      if (version < first || version > current) throw versionNotFound();
      const target = await stateOf(owner, id, version);
      const changed = new Set(Object.keys(diffFields(present, target)));
      const wanted: AuditedFields = Object.fromEntries(
        revertedFields.filter((field) => changed.has(field)).map((field) => [field, target[field] ?? null]),
      );
      const leftOut = await dropMissing(owner, wanted);
      const { channels: _, ...body } = wanted;
      const change: LinkChange = parseInput(z.object(linkChangeFields), blankIsNull(body));
      const link = await changer.update(owner, id, change, by, { action: 'revert' });
      return { link, version: (await findRange(id)).current, leftOut };
    },
  };
}

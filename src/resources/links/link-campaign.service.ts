import type { Db } from '../../db/db.ts';
import { recordChange } from '../../db/record-change.ts';
import { transaction } from '../../db/transaction.ts';
import type { Clock } from '../../lib/date-time.ts';
import { type LinkAudit, membershipFields } from './link.audit.ts';
import { type Link, type ListedLink, linkNotFound, linkNotInCampaign, type RotatorCandidate } from './link.ts';
import type { LinkEvent } from './link-event.ts';
import * as reads from './link-read.store.ts';
import * as writes from './link-write.store.ts';

/** The operations of campaigns on links. The caller checks that the owner has the campaign. */
export interface LinkMembership {
  /** Moves a link into a campaign. An omitted weight is unchanged, or 1 if the link was not in this campaign. */
  putIntoCampaign(owner: number, id: number, campaignId: number, weight?: number): Promise<void>;
  takeFromCampaign(owner: number, id: number, campaignId: number): Promise<void>;
  /** The candidates of a rotator. */
  findCandidates(campaignId: number): Promise<RotatorCandidate[]>;
  /** One page of the active links of a campaign, for its list page. */
  listLive(campaignId: number, slice: { limit: number; offset: number }): Promise<ListedLink[]>;
}

/** The ids without duplicates and missing values. */
export function uniqueIds(ids: (number | null | undefined)[]): number[] {
  return [...new Set(ids.filter((id) => typeof id === 'number'))];
}

interface Parts {
  db: Db;
  audit: LinkAudit;
  onChanged(stored: LinkEvent): void;
  now: Clock;
}

export function createLinkMembership({ db, audit, onChanged, now }: Parts): LinkMembership {
  function publishUpdated(link: Link, campaigns: (number | null)[]): void {
    const { userId: owner, id, alias } = link;
    onChanged({ change: 'updated', owner, id, alias, addresses: [link], campaigns: uniqueIds(campaigns), framed: [] });
  }

  /** The log of the campaign shows its links, the history of the link its campaign. */
  async function recordMove(tx: Db, before: Link, after: Link): Promise<void> {
    const { userId: owner, id } = after;
    await audit.updated(tx, [{ owner, id, before: membershipFields(before), after: membershipFields(after) }]);
    if (before.campaignId === after.campaignId) return;
    for (const [campaign, action, changes] of [
      [before.campaignId, 'unassign', { link: { old: id, new: null } }],
      [after.campaignId, 'assign', { link: { old: null, new: id } }],
    ] as const) {
      if (campaign !== null)
        await recordChange(tx, { workspace: owner, noun: 'campaign', id: campaign, action, changes });
    }
  }

  return {
    findCandidates: (campaignId) => reads.findCandidates(db, campaignId, now()),
    listLive: (campaignId, slice) => reads.listLive(db, campaignId, now(), slice),

    async putIntoCampaign(owner, id, campaignId, weight) {
      const { link, from } = await transaction(db, async (tx) => {
        const before = await reads.findLink(tx, owner, id);
        const moved = await writes.moveToCampaign(tx, owner, id, campaignId, weight);
        const found = moved && (await reads.findLink(tx, owner, id));
        if (!before || !found) throw linkNotFound();
        await recordMove(tx, before, found);
        return { link: found, from: moved.from };
      });
      publishUpdated(link, [from, campaignId]);
    },

    async takeFromCampaign(owner, id, campaignId) {
      const link = await transaction(db, async (tx) => {
        const found = await reads.findLink(tx, owner, id);
        if (!found) throw linkNotFound();
        if (!(await writes.leaveCampaign(tx, owner, id, campaignId))) throw linkNotInCampaign();
        await recordMove(tx, { ...found, campaignId }, { ...found, campaignId: null });
        return found;
      });
      publishUpdated(link, [campaignId]);
    },
  };
}

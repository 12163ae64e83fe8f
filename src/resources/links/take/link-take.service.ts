import { invalidField } from '../../../core/errors.ts';
import type { Principal } from '../../../core/principal.ts';
import { assertRole } from '../../../db/assert-role.ts';
import type { Db } from '../../../db/db.ts';
import { collision } from '../../../db/failures.ts';
import type { Handover } from '../../../db/give-rows.ts';
import { recordChange } from '../../../db/record-change.ts';
import { transaction } from '../../../db/transaction.ts';
import { hostOf } from '../../../lib/url.ts';
import type { DomainService } from '../../domains/domain.service.ts';
import type { ItemChannels } from '../item-channels.ts';
import type { LinkAudit, UpdatedLink } from '../link.audit.ts';
import { type Link, MAIN_DOMAIN } from '../link.ts';
import { uniqueIds } from '../link-campaign.service.ts';
import { explainTakenAlias } from '../link-create.service.ts';
import type { LinkEvent } from '../link-event.ts';
import { readExtras } from '../link-extras.ts';
import * as reads from '../link-read.store.ts';
import { lockAt } from '../link-write.store.ts';
import * as store from './link-take.store.ts';
import { domainStaysBehind } from './link-take.ts';

/** Moves links between two workspaces. */
export interface LinkTake {
  /** Moves links with their statistics into the workspace `to`; returns how many. All move, or none. */
  take(caller: Principal, ids: number[], handover: Handover): Promise<number>;
}

/** What moving links needs. */
export interface TakeParts {
  db: Db;
  audit: LinkAudit;
  domains: Pick<DomainService, 'countMove' | 'readOrigins'>;
  channels: ItemChannels;
  /** Moves the clicks of links, which have a new owner already, between the statistics of both owners. */
  moveStatistics(tx: Db, ids: number[], handover: Handover): Promise<void>;
  onChanged(stored: LinkEvent): void;
}

/** The parts of a link that belong to its old workspace. */
const STAYS_BEHIND = { pixels: [], campaign: null, channel: null };

export function createLinkTake({ db, audit, domains, channels, moveStatistics, onChanged }: TakeParts): LinkTake {
  /** The domain of the new owner for a link; throws if they do not have its domain. */
  async function findDomain(tx: Db, { domainId }: Link, to: number): Promise<number> {
    if (domainId === MAIN_DOMAIN) return MAIN_DOMAIN;
    const found = await store.findSameDomain(tx, domainId, to);
    if (found !== undefined) return found;
    const origin = (await domains.readOrigins([domainId])).get(domainId) ?? '';
    throw domainStaysBehind({ domain: hostOf(origin) });
  }

  /** Moves one link; returns it as it was, and what to record. */
  async function move(tx: Db, link: Link, handover: Handover): Promise<{ link: Link; change: UpdatedLink }> {
    const { from, to } = handover;
    const domainId = await findDomain(tx, link, to);
    // Locks the domains before the link, like every other change of an address.
    await domains.countMove(tx, from, link.domainId, MAIN_DOMAIN);
    await domains.countMove(tx, to, MAIN_DOMAIN, domainId);
    const locked = await lockAt(tx, link);
    if (!locked) throw collision('the link has moved meanwhile');
    const { before, after } = await readExtras(tx, locked, STAYS_BEHIND, channels);
    await audit.leaving(tx, locked);
    await channels.leave(tx, link.id);
    await store.giveLink(tx, locked, handover, domainId);
    const change = {
      owner: to,
      id: link.id,
      before: { workspace: from, ...before },
      after: { workspace: to, ...after },
    };
    return { link: locked, change };
  }

  /** Records each link in the new workspace, and all of them together in the old one. */
  async function record(tx: Db, changes: UpdatedLink[], { from, to }: Handover): Promise<void> {
    await audit.updated(tx, changes, 'move');
    const links = { old: changes.map(({ id }) => id), new: null };
    const given = { workspace: from, noun: 'workspace', id: from, action: 'move' } as const;
    await recordChange(tx, { ...given, changes: { links, workspace: { old: from, new: to } } });
  }

  function publish(link: Link, { from, to }: Handover): void {
    const { id, alias, campaignId } = link;
    const common = { id, alias, addresses: [link], campaigns: uniqueIds([campaignId]), framed: [] };
    onChanged({ change: 'deleted', owner: from, ...common });
    onChanged({ change: 'created', owner: to, ...common });
  }

  return {
    async take(caller, wanted, handover) {
      const { from, to } = handover;
      if (from === to) throw invalidField('from', 'same_workspace');
      // In one order, so that two requests cannot deadlock.
      const ids = uniqueIds(wanted).sort((left, right) => left - right);
      const work = transaction(db, async (tx) => {
        for (const workspace of [to, from]) await assertRole(tx, caller, workspace, 'admin');
        const links = await reads.findLinks(tx, from, ids);
        if (links.length < ids.length) throw invalidField('links', 'no_such_link');
        const moved: Awaited<ReturnType<typeof move>>[] = [];
        for (const link of links) moved.push(await move(tx, link, handover));
        await store.giveLinkParts(tx, ids, handover);
        await moveStatistics(tx, ids, handover);
        const changes = moved.map(({ change }) => change);
        await record(tx, changes, handover);
        return moved;
      });
      const moved = await explainTakenAlias(work);
      for (const { link } of moved) publish(link, handover);
      return moved.length;
    },
  };
}

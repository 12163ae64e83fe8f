import type { AuditedFields } from '../../../core/audit.ts';
import { invalidFields } from '../../../core/errors.ts';
import type { Page, PageRequest } from '../../../core/paging.ts';
import type { Principal } from '../../../core/principal.ts';
import { isTakenDown } from '../../../core/take-down.ts';
import type { Db } from '../../../db/db.ts';
import { isDangling } from '../../../db/failures.ts';
import { transaction } from '../../../db/transaction.ts';
import { appDestinationsIn } from '../app-target.ts';
import { type ItemChannels, noSuchChannel } from '../item-channels.ts';
import { auditedLink, type LinkAudit, membershipFields } from '../link.audit.ts';
import { noSuchCampaign } from '../link.change.ts';
import { framedDestinations, type Link } from '../link.ts';
import type { LinkValidator } from '../link.validator.ts';
import { updateApps } from '../link-app.store.ts';
import { uniqueIds } from '../link-campaign.service.ts';
import type { LinkEvent } from '../link-event.ts';
import * as reads from '../link-read.store.ts';
import * as tags from '../link-tag.store.ts';
import * as writes from '../link-write.store.ts';
import { type RoutingRule, routingDestinationsIn } from '../rules/routing-rule.ts';
import type { LinksChange } from './link-bulk.contract.ts';

/** Changes of many links in one request. */
export interface LinkBulk {
  /**
   * Changes the links among `ids` that the caller owns; an administrator can also change the status of the others. Returns the
   * links that changed, with their previous campaign and weight.
   */
  changeMany(caller: Caller, change: LinksChange): Promise<Link[]>;
  /** The query parameters that the owner's newest links set; each name has its latest values. */
  findParameters(owner: number): Promise<ParameterValues[]>;
  listTags(owner: number, request: PageRequest, q?: string): Promise<Page<tags.TagCount>>;
}

/** A query parameter and its values, latest first. */
export interface ParameterValues {
  name: string;
  values: string[];
}

type Caller = Pick<Principal, 'workspaceId' | 'isAdmin'>;

const MAX_NAMES = 50;
const MAX_VALUES = 20;

interface Parts {
  db: Db;
  audit: LinkAudit;
  /** For lists; it may use a replica. */
  readDb: Db;
  channels: Pick<ItemChannels, 'owns' | 'idsIn' | 'put' | 'take'>;
  ownsCampaign(owner: number, id: number): Promise<boolean>;
  validator: Pick<LinkValidator, 'findOwnAddresses'>;
  onChanged(stored: LinkEvent): void;
}

export function createLinkBulk({ db, audit, readDb, channels, ownsCampaign, validator, onChanged }: Parts): LinkBulk {
  async function assertOwned(owner: number, change: LinksChange): Promise<void> {
    const { campaign, add_channel, remove_channel } = change;
    const problems = [];
    for (const [field, id] of Object.entries({ add_channel, remove_channel }))
      if (id && !(await channels.owns(owner, id))) problems.push({ ...noSuchChannel, field });
    if (campaign && !(await ownsCampaign(owner, campaign))) problems.push(noSuchCampaign);
    const destinations = [...routingDestinationsIn(change.rules ?? []), ...appDestinationsIn(change.app)];
    problems.push(...(await validator.findOwnAddresses(owner, destinations)));
    if (problems.length > 0) throw invalidFields(problems);
  }

  async function putIntoChannel(tx: Db, owner: number, links: Link[], channel: number): Promise<number[]> {
    const ids = links.map(({ id }) => id);
    const { rows } = await tx.executeQuery(channels.idsIn(owner, channel).where('item_id', 'in', ids));
    const present = new Set(rows.map(({ item_id }) => item_id));
    const missing = links.filter(({ id }) => !present.has(id));
    for (const link of missing) await channels.put(tx, owner, link, channel);
    return missing.map(({ id }) => id);
  }

  async function takeFromChannel(tx: Db, owner: number, links: Link[], channel: number): Promise<number[]> {
    const taken: number[] = [];
    for (const { id } of links) if (await channels.take(tx, owner, id, channel)) taken.push(id);
    return taken;
  }

  async function moveAll(tx: Db, owner: number, links: Link[], campaign: number | null, weight?: number) {
    const isInPlace = (link: Link) =>
      link.campaignId === campaign && (weight === undefined || link.campaignWeight === weight);
    const others = links.filter((link) => !isInPlace(link));
    for (const { id } of others) await writes.moveToCampaign(tx, owner, id, campaign, weight);
    return others.map(({ id }) => id);
  }

  async function replaceRules(tx: Db, owner: number, links: Link[], rules: RoutingRule[]): Promise<number[]> {
    const others = links.filter(({ routingRules }) => !Bun.deepEquals(routingRules, rules));
    for (const link of others) await writes.updateRules(tx, owner, { ...link, routingRules: rules });
    return others.map(({ id }) => id);
  }

  async function replaceApps(tx: Db, owner: number, links: Link[], change: LinksChange): Promise<number[]> {
    const { app, escape: leavesApps } = change;
    const isChanged = (link: Link) =>
      (app !== undefined && !Bun.deepEquals(link.app, app)) ||
      (leavesApps !== undefined && link.leavesApps !== (leavesApps ?? false));
    const ids = links.filter(isChanged).map(({ id }) => id);
    await updateApps(tx, owner, ids, { app, leavesApps });
    return ids;
  }

  /** The fields of links that a change may write, for the audit log. */
  async function readFields(tx: Db, links: Link[], { add_tag, remove_tag }: LinksChange) {
    const ids = links.map(({ id }) => id);
    const tagsOf = (add_tag ?? remove_tag) ? await tags.findTagsByLink(tx, ids) : undefined;
    return new Map<number, AuditedFields>(
      links.map((link) => [
        link.id,
        { ...auditedLink(link), ...membershipFields(link), ...(tagsOf && { tags: tagsOf.get(link.id) ?? [] }) },
      ]),
    );
  }

  async function applyToOwn(tx: Db, { workspaceId: owner, isAdmin }: Caller, change: LinksChange): Promise<Link[]> {
    const { status, add_tag, remove_tag, add_channel, remove_channel, campaign, rules, weight } = change;
    const found = await writes.lockLinks(tx, owner, change.ids);
    const isRefused = (link: Link) => status === 'active' && !isAdmin && isTakenDown(link.disabledBy);
    const links = found.filter((link) => !isRefused(link));
    if (links.length === 0) return [];
    const ids = links.map(({ id }) => id);
    const changed = new Set<number>();
    const markChanged = (changedIds: number[]) => {
      for (const id of changedIds) changed.add(id);
      return new Set(changedIds);
    };
    const fieldsBefore = await readFields(tx, links, change);
    const entered = add_channel ? markChanged(await putIntoChannel(tx, owner, links, add_channel)) : undefined;
    const left = remove_channel ? markChanged(await takeFromChannel(tx, owner, links, remove_channel)) : undefined;
    if (campaign !== undefined) markChanged(await moveAll(tx, owner, links, campaign, weight));
    markChanged(await replaceApps(tx, owner, links, change));
    if (rules !== undefined) markChanged(await replaceRules(tx, owner, links, rules ?? []));
    if (status) markChanged(await writes.updateStatuses(tx, owner, ids, { status, isAdmin }));
    if (add_tag) markChanged(await tags.addTag(tx, owner, ids, add_tag));
    if (remove_tag) markChanged(await tags.removeTag(tx, owner, ids, remove_tag));
    if (changed.size === 0) return [];
    const fieldsAfter = await readFields(tx, await reads.findLinks(tx, owner, [...changed]), change);
    const updated = [...changed]
      .sort((one, other) => one - other)
      .map((id) => ({
        ...{ owner, id },
        before: { ...fieldsBefore.get(id), channel: left?.has(id) ? remove_channel : null },
        after: { ...fieldsAfter.get(id), channel: entered?.has(id) ? add_channel : null },
      }));
    await audit.updated(tx, updated);
    return links.filter(({ id }) => changed.has(id));
  }

  async function apply(tx: Db, caller: Caller, change: LinksChange): Promise<Link[]> {
    const { ids, status } = change;
    const own = await applyToOwn(tx, caller, change);
    if (!caller.isAdmin || !status) return own;
    const others = await writes.updateStatusesOfOthers(tx, caller.workspaceId, ids, status);
    const before = { status: status === 'active' ? 'disabled' : 'active', disabled_by: null };
    const after = { status, disabled_by: status === 'active' ? null : 'administrator' };
    await audit.updated(
      tx,
      others.map(({ userId, id }) => ({ owner: userId, id, before, after })),
    );
    return [...own, ...others];
  }

  async function applyOrExplain(caller: Caller, change: LinksChange): Promise<Link[]> {
    try {
      return await transaction(db, (tx) => apply(tx, caller, change));
    } catch (error) {
      // A campaign or channel was deleted after it was checked.
      if (isDangling(error)) await assertOwned(caller.workspaceId, change);
      throw error;
    }
  }

  return {
    listTags: (owner, request, q) => tags.listTags(readDb, owner, request, q),

    async findParameters(owner) {
      const byName = Map.groupBy(await reads.findParameters(db, owner), ({ name }) => name);
      return [...byName].slice(0, MAX_NAMES).map(([name, pairs]) => {
        const values = new Set(pairs.map(({ value }) => value).filter(Boolean));
        return { name, values: [...values].slice(0, MAX_VALUES) };
      });
    },

    async changeMany(caller, change) {
      await assertOwned(caller.workspaceId, change);
      const changed = await applyOrExplain(caller, change);
      for (const link of changed) {
        const { userId: owner, id, alias, campaignId } = link;
        const campaigns = uniqueIds([campaignId, change.campaign]);
        const framed = change.rules ? framedDestinations({ ...link, routingRules: change.rules }) : [];
        onChanged({ change: 'updated', owner, id, alias, addresses: [link], campaigns, framed });
      }
      return changed;
    },
  };
}

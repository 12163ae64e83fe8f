import type { FieldChanges } from '../../core/audit.ts';
import type { NewEvent, WebhookEvent } from '../../core/webhook-event.ts';
import type { Db } from '../../db/db.ts';
import { type EventListener, findListeners, storeEvents } from '../../db/outbox.ts';
import type { Clock } from '../../lib/date-time.ts';
import type { DomainService } from '../domains/domain.service.ts';
import type { Link } from './link.ts';
import { toListView } from './link.views.ts';
import * as reads from './link-read.store.ts';
import { findTagsByLink } from './link-tag.store.ts';

/** A changed link, and the fields that differ. */
export interface OutboxChange {
  owner: number;
  id: number;
  changes: FieldChanges;
}

/** Stores the events of links for webhooks, in the transaction of the change. Owners without a webhook cost one small query. */
export interface LinkOutbox {
  created(tx: Db, owner: number, ids: number[]): Promise<void>;
  updated(tx: Db, changed: OutboxChange[]): Promise<void>;
  /** Must be called while the links still exist. */
  deleting(tx: Db, owner: number, ids: number[]): Promise<void>;
  limitReached(tx: Db, id: number): Promise<void>;
  /** Announces each of these links that still has this end. */
  expired(tx: Db, links: EndedLink[], listeners: EventListener[]): Promise<void>;
}

/** A link whose end has passed. */
export interface EndedLink {
  owner: number;
  id: number;
  expiresAt: number;
}

interface Parts {
  domains: Pick<DomainService, 'readOrigins'>;
  findCampaignNames(ids: number[], from: Db): Promise<Map<number, string>>;
  baseUrl: string;
  now: Clock;
}

type LinkEventOf = Pick<NewEvent, 'type' | 'at' | 'onceKey'> & { extra?: object };

// A domain may have very many links.
const LINKS_AT_ONCE = 500;

/** A link expires once at each end that it had. */
function expiryOf({ id, expiresAt }: Pick<Link, 'id' | 'expiresAt'>, at: number): LinkEventOf {
  return { type: 'link.expired', at, onceKey: `expired ${id} ${expiresAt}` };
}

export function createLinkOutbox({ domains, findCampaignNames, baseUrl, now }: Parts): LinkOutbox {
  /** Stores the events that `eventsOf` returns for each link, as `GET /api/urls` lists it. */
  async function store(
    tx: Db,
    { owner, ids, listeners }: { owner: number; ids: number[]; listeners: EventListener[] },
    eventsOf: (link: Link) => LinkEventOf[],
  ): Promise<void> {
    const time = now();
    const own = listeners.filter((listener) => listener.owner === owner);
    for (let from = 0; own.length > 0 && from < ids.length; from += LINKS_AT_ONCE) {
      const some = ids.slice(from, from + LINKS_AT_ONCE);
      const links = new Map((await reads.findLinks(tx, owner, some)).map((link) => [link.id, link]));
      const tagsOf = await findTagsByLink(tx, some);
      const all = [...links.values()];
      const origins = await domains.readOrigins(
        all.map(({ domainId }) => domainId),
        tx,
      );
      const campaigns = new Set(all.flatMap(({ campaignId }) => campaignId ?? []));
      const names = await findCampaignNames([...campaigns], tx);
      const events = some.flatMap((id): NewEvent[] => {
        const link = links.get(id);
        if (!link) return [];
        const tags = tagsOf.get(id) ?? [];
        const { alias, domainId, campaignId } = link;
        const view = toListView(link, {
          ...{ shorturl: `${origins.get(domainId) ?? baseUrl}/${alias}`, tags, owner: {}, now: time },
          campaignName: (campaignId !== null && names.get(campaignId)) || null,
        });
        const subject = { tags, campaign: campaignId, domain: domainId };
        return eventsOf(link).map(({ extra, ...event }) => ({ ...event, subject, data: { ...view, ...extra } }));
      });
      await storeEvents(tx, own, events, time);
    }
  }

  function eventsOfUpdate(link: Link, { url, expiry }: FieldChanges): LinkEventOf[] {
    const at = now();
    const events: LinkEventOf[] = [{ type: 'link.updated', at }];
    if (url) events.push({ type: 'destination.changed', at, extra: { old: url.old, new: url.new } });
    // The end was set to a time that has passed: nothing else will notice it.
    if (expiry && link.expiresAt !== null && link.expiresAt <= at) events.push(expiryOf(link, at));
    return events;
  }

  const UPDATES: WebhookEvent[] = ['link.updated', 'destination.changed', 'link.expired'];

  return {
    async created(tx, owner, ids) {
      const listeners = await findListeners(tx, [owner], ['link.created']);
      await store(tx, { owner, ids, listeners }, () => [{ type: 'link.created', at: now() }]);
    },

    async updated(tx, changed) {
      const byOwner = Map.groupBy(changed, ({ owner }) => owner);
      const listeners = await findListeners(tx, [...byOwner.keys()], UPDATES);
      if (listeners.length === 0) return;
      const changesOf = new Map(changed.map(({ id, changes }) => [id, changes]));
      for (const [owner, rows] of byOwner)
        await store(tx, { owner, ids: rows.map(({ id }) => id), listeners }, (link) =>
          eventsOfUpdate(link, changesOf.get(link.id) ?? {}),
        );
    },

    async deleting(tx, owner, ids) {
      const listeners = await findListeners(tx, [owner], ['link.deleted']);
      await store(tx, { owner, ids, listeners }, () => [{ type: 'link.deleted', at: now() }]);
    },

    async limitReached(tx, id) {
      const link = await reads.findLinkById(tx, id);
      if (!link) return;
      const listeners = await findListeners(tx, [link.userId], ['link.limit_reached']);
      await store(tx, { owner: link.userId, ids: [id], listeners }, () => [{ type: 'link.limit_reached', at: now() }]);
    },

    async expired(tx, links, listeners) {
      const ends = new Map(links.map(({ id, expiresAt }) => [id, expiresAt]));
      for (const [owner, rows] of Map.groupBy(links, (link) => link.owner))
        await store(tx, { owner, ids: rows.map(({ id }) => id), listeners }, (link) => {
          const { expiresAt } = link;
          return expiresAt !== null && ends.get(link.id) === expiresAt ? [expiryOf(link, expiresAt)] : [];
        });
    },
  };
}

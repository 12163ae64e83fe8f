import { type AuditedFields, diffFields, type FieldChanges, Secret } from '../../core/audit.ts';
import type { Db } from '../../db/db.ts';
import { type Change, recordChanges } from '../../db/record-change.ts';
import { auditedStatus } from '../../db/take-down.ts';
import { formatOptional } from '../../lib/date-time.ts';
import type { DomainService } from '../domains/domain.service.ts';
import { shortenIds } from './item-channels.ts';
import { EMPTY_LINK } from './link.change.ts';
import type { NewLink } from './link.contract.ts';
import type { LinkOutbox } from './link.outbox.ts';
import type { LinkRecord } from './link.row.ts';
import { type Link, MAIN_DOMAIN } from './link.ts';
import { formatType } from './link.type.ts';
import { listRules } from './rules/link-rules.ts';
import { viewRouting } from './rules/routing-rule.ts';

/** Adds the changes of links to the audit log, with the names and values of request bodies, and to the outbox of webhooks. */
export interface LinkAudit {
  created(tx: Db, owner: number, links: { id: number; record: LinkRecord; body: NewLink }[]): Promise<void>;
  /** Each link with its fields before and after; returns what changed in each. */
  updated(tx: Db, links: UpdatedLink[], action?: string): Promise<FieldChanges[]>;
  /** Must be called while the links still exist. */
  deleted(tx: Db, links: Link[]): Promise<void>;
  /** A link leaves the workspace of its owner; must be called before it does. */
  leaving(tx: Db, link: Link): Promise<void>;
  /** Only the status of a link changed, which is recorded already. */
  statusChanged(tx: Db, owner: number, id: number, isChanged: boolean): Promise<void>;
}

/** A link with its fields before and after a change. */
export interface UpdatedLink {
  owner: number;
  id: number;
  before: AuditedFields;
  after: AuditedFields;
}

/** The fields of a link by their names in request bodies. The domain is an id, which the log stores as a name. */
export function auditedLink(link: LinkRecord): AuditedFields {
  return {
    url: link.url,
    custom: link.alias,
    domain: link.domainId,
    type: formatType(link),
    password: new Secret(link.passwordHash),
    description: link.description,
    starts: formatOptional(link.startsAt),
    expiry: formatOptional(link.expiresAt),
    expiry_url: link.expiryUrl,
    max_clicks: link.maxClicks,
    ...auditedStatus(link.disabledBy),
    forward_query: link.isQueryForwarded,
    redirect_code: link.redirectCode,
    geotarget: listRules(link.rules, 'geotarget'),
    devicetarget: listRules(link.rules, 'devicetarget'),
    languagetarget: listRules(link.rules, 'languagetarget'),
    rules: viewRouting(link.routingRules),
    parameters: link.parameters,
    metatitle: link.metaTitle,
    metadescription: link.metaDescription,
    metaimage: link.metaImage,
    app: link.app,
    escape: link.leavesApps,
  };
}

/** The campaign of a link and its weight in it. */
export function membershipFields({ campaignId, campaignWeight }: Link): AuditedFields {
  return { campaign: campaignId, weight: campaignId === null ? null : campaignWeight };
}

/** The fields that every link has until someone sets them; a new link is recorded without them. */
const DEFAULTS = auditedLink(EMPTY_LINK);

function subject(workspace: number, id: number) {
  return { workspace, noun: 'url', id } as const;
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
}

function createdFields(record: LinkRecord, { tags, pixels, channel, campaign }: NewLink): FieldChanges {
  const extras = Object.entries({ tags, pixels, channel: shortenIds(channel ?? []), campaign }).filter(([, value]) =>
    isSet(value),
  );
  const changes = diffFields(DEFAULTS, { ...auditedLink(record), ...Object.fromEntries(extras) });
  for (const change of Object.values(changes)) change.old = null;
  return changes;
}

function deletedFields({ campaignId, ...link }: Link): FieldChanges {
  const changes = diffFields({ ...auditedLink(link), campaign: campaignId }, DEFAULTS);
  for (const change of Object.values(changes)) change.new = null;
  return changes;
}

export function createLinkAudit(domains: Pick<DomainService, 'readOrigins'>, outbox: LinkOutbox): LinkAudit {
  /** Replaces the ids of domains by their origins. */
  async function nameDomains(tx: Db, rows: Change[]): Promise<void> {
    const named = rows.flatMap(({ changes: { domain } }) => domain ?? []);
    if (named.length === 0) return;
    const ids = named.flatMap((domain) => [domain.old, domain.new]).filter((id) => typeof id === 'number');
    const origins = await domains.readOrigins(ids, tx);
    const nameOf = (id: unknown) => (id === MAIN_DOMAIN ? null : (origins.get(Number(id)) ?? id));
    for (const domain of named) {
      domain.old = nameOf(domain.old);
      domain.new = nameOf(domain.new);
    }
  }

  async function record(tx: Db, rows: Change[]): Promise<FieldChanges[]> {
    await nameDomains(tx, rows);
    await recordChanges(tx, rows);
    return rows.map(({ changes }) => changes);
  }

  return {
    async created(tx, owner, links) {
      const rows = links.map(({ id, record: link, body }) => ({
        ...subject(owner, id),
        ...{ action: 'create', changes: createdFields(link, body) },
      }));
      await record(tx, rows);
      await outbox.created(
        tx,
        owner,
        rows.map(({ id }) => id),
      );
    },

    async updated(tx, links, action = 'update') {
      const changed = links.map(({ owner, id, before, after }) => ({ owner, id, changes: diffFields(before, after) }));
      const recorded = await record(
        tx,
        changed.map(({ owner, id, changes }) => ({ ...subject(owner, id), action, changes })),
      );
      // For the workspace that a link moves into, it is new.
      if (action === 'move') for (const { owner, id } of changed) await outbox.created(tx, owner, [id]);
      else
        await outbox.updated(
          tx,
          changed.filter(({ changes }) => Object.keys(changes).length > 0),
        );
      return recorded;
    },

    async deleted(tx, links) {
      await record(
        tx,
        links.map((link) => ({ ...subject(link.userId, link.id), action: 'delete', changes: deletedFields(link) })),
      );
      for (const [owner, own] of Map.groupBy(links, ({ userId }) => userId))
        await outbox.deleting(
          tx,
          owner,
          own.map(({ id }) => id),
        );
    },

    leaving: (tx, { userId, id }) => outbox.deleting(tx, userId, [id]),

    async statusChanged(tx, owner, id, isChanged) {
      if (isChanged) await outbox.updated(tx, [{ owner, id, changes: {} }]);
    },
  };
}

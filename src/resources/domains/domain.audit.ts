import type { AuditedFields } from '../../core/audit.ts';
import type { Db } from '../../db/db.ts';
import { findListeners, storeEvents } from '../../db/outbox.ts';
import { recordChanges, recordDelete } from '../../db/record-change.ts';
import { type Domain, originOf } from './domain.ts';

/** A link that moved from a domain to the main host, with its old and new alias. */
export interface MovedLink {
  id: number;
  from: string;
  to: string;
  campaignId: number | null;
}

/** What a change of a domain is about. */
export function domainSubject(workspace: number, id: number) {
  return { workspace, noun: 'domain', id } as const;
}

/** The fields of a domain in the audit log. */
export function auditedDomain(domain: Domain): AuditedFields {
  const { redirectRoot, redirect404, verifiedBy } = domain;
  return { domain: originOf(domain), redirectroot: redirectRoot, redirect404, verified_by: verifiedBy };
}

/** What happened to a domain, as webhooks receive it. */
type DomainEvent = 'created' | 'updated' | 'verified' | 'deleted' | 'restored';

/** Stores the event of a changed domain for webhooks, in the transaction of the change. */
export async function announceDomain(tx: Db, domain: Domain, change: DomainEvent, now: number): Promise<void> {
  const { id, userId, redirectRoot, redirect404, verifiedAt } = domain;
  const type = 'domain.changed';
  const listeners = await findListeners(tx, [userId], [type]);
  if (listeners.length === 0) return;
  const fields = { redirectroot: redirectRoot ?? '', redirect404: redirect404 ?? '', verified: verifiedAt !== null };
  const data = { id, domain: originOf(domain), change, ...fields };
  const subject = { tags: [], campaign: null, domain: id };
  await storeEvents(tx, listeners, [{ type, at: now, data, subject }], now);
}

/** Records a deleted domain, and the links that lost it. */
export async function recordRemoval(tx: Db, domain: Domain, moved: MovedLink[], now: number): Promise<void> {
  const { userId: workspace, id } = domain;
  await recordDelete(tx, domainSubject(workspace, id), auditedDomain(domain));
  await announceDomain(tx, domain, 'deleted', now);
  const lost = { old: originOf(domain), new: null };
  await recordChanges(
    tx,
    moved.map((link) => ({
      ...{ workspace, noun: 'url' as const, id: link.id, action: 'update' },
      changes: { domain: lost, ...(link.from !== link.to && { custom: { old: link.from, new: link.to } }) },
    })),
  );
}

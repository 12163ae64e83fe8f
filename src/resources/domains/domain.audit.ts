import type { AuditedFields } from '../../core/audit.ts';
import type { Db } from '../../db/db.ts';
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

/** Records a deleted domain, and the links that lost it. */
export async function recordRemoval(tx: Db, domain: Domain, moved: MovedLink[]): Promise<void> {
  const { userId: workspace, id } = domain;
  await recordDelete(tx, domainSubject(workspace, id), auditedDomain(domain));
  const lost = { old: originOf(domain), new: null };
  await recordChanges(
    tx,
    moved.map((link) => ({
      ...{ workspace, noun: 'url' as const, id: link.id, action: 'update' },
      changes: { domain: lost, ...(link.from !== link.to && { custom: { old: link.from, new: link.to } }) },
    })),
  );
}

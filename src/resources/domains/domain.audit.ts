import type { AuditedFields } from '../../core/audit.ts';
import { type Domain, originOf } from './domain.ts';

/** The fields of a domain in the audit log. */
export function auditedDomain(domain: Domain): AuditedFields {
  const { redirectRoot, redirect404, verifiedBy } = domain;
  return { domain: originOf(domain), redirectroot: redirectRoot, redirect404, verified_by: verifiedBy };
}

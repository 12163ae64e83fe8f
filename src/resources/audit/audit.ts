import type { AuditRow } from '../../core/audit.ts';
import { showChange } from '../../http/change-view.ts';
import type { AuditView } from './audit.contract.ts';

/** A row of the audit log, as the API and the export show it. */
export function toAuditView(row: AuditRow): AuditView {
  const { workspaceId: workspace, noun, nounId, address } = row;
  return { ...showChange(row), workspace, noun, id: nounId, address };
}

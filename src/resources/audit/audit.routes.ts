import { assertAdmin } from '../../http/assert-admin.ts';
import { adminRequired } from '../../http/failures.ts';
import { type Route, route } from '../../http/route.ts';
import * as contract from './audit.contract.ts';
import type { AuditService } from './audit.service.ts';
import { toAuditView } from './audit.ts';

export function auditRoutes({ audit }: { audit: AuditService }): Route[] {
  return [
    route({
      method: 'GET',
      path: '/api/audit',
      isForSharedKeys: true,
      scope: 'account',
      role: 'admin',
      group: 'Audit',
      summary: 'List the changes in the workspace, newest first; with `server=1` those of the whole server',
      query: contract.auditQuery,
      answer: contract.auditAnswer,
      fails: [adminRequired],
      handle: async ({ caller, query: { filters, cursor, limit, isServerWide } }) => {
        if (isServerWide) assertAdmin(caller);
        const { rows, next } = await audit.list(isServerWide ? 'server' : caller.workspaceId, filters, {
          cursor,
          limit,
        });
        return { error: '0' as const, data: { audit: rows.map(toAuditView), next } };
      },
    }),
  ];
}

import { assertAdmin } from '../../http/assert-admin.ts';
import { ok } from '../../http/envelope.ts';
import { adminRequired } from '../../http/failures.ts';
import { idParams } from '../../http/fields.ts';
import { type Route, route } from '../../http/route.ts';
import { formatDateTime } from '../../lib/date-time.ts';
import type { DomainService } from '../domains/domain.service.ts';
import { domainNotFound, MAIN_DOMAIN } from '../domains/domain.ts';
import * as contract from './miss.contract.ts';
import type { MissService } from './miss.service.ts';

interface Parts {
  misses: MissService;
  domains: Pick<DomainService, 'owns'>;
}

export function missRoutes({ misses, domains }: Parts): Route[] {
  const group = 'Branded domains';

  async function show(domainId: number, query: contract.MissesQuery) {
    const found = await misses.list(domainId, query);
    const rows = found.misses.map(({ lastAt, ...miss }) => ({ ...miss, last: formatDateTime(lastAt) }));
    return ok({ data: { misses: rows, other: found.other } });
  }

  return [
    route({
      method: 'GET',
      path: '/api/domain/:id/misses',
      scope: 'domains:read',
      group,
      summary: 'List the missing aliases that visitors requested on a branded domain',
      params: idParams,
      query: contract.missesQuery,
      answer: contract.missesAnswer,
      fails: [domainNotFound],
      handle: async ({ caller, params, query }) => {
        if (!(await domains.owns(caller.workspaceId, params.id))) throw domainNotFound();
        return show(params.id, query);
      },
    }),

    route({
      method: 'GET',
      path: '/api/misses',
      scope: 'domains:read',
      group,
      summary: 'List the missing aliases that visitors requested on the main host; for administrators',
      query: contract.missesQuery,
      answer: contract.missesAnswer,
      fails: [adminRequired],
      handle: async ({ caller, query }) => {
        assertAdmin(caller);
        return show(MAIN_DOMAIN, query);
      },
    }),
  ];
}

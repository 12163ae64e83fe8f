import { mapPage } from '../../core/paging.ts';
import { assertAdmin } from '../../http/assert-admin.ts';
import { ok, pageBody } from '../../http/envelope.ts';
import { adminRequired } from '../../http/failures.ts';
import { blankIsNull, idParams } from '../../http/fields.ts';
import { type Route, route } from '../../http/route.ts';
import { showWarnings } from '../../http/warnings.ts';
import { formatDateTime, formatOptional } from '../../lib/date-time.ts';
import * as contract from './domain.contract.ts';
import type { DomainService, ShownDomain } from './domain.service.ts';
import {
  domainHasLinks,
  domainNotFound,
  domainNotVerified,
  domainOfAnother,
  domainReserved,
  domainTaken,
  originOf,
} from './domain.ts';
import { showWellKnownFiles, WELL_KNOWN_BODY_KIB } from './well-known.contract.ts';

function toView(domain: ShownDomain): contract.DomainView {
  const { id, redirectRoot, redirect404, linkCount, dns, dnsCheckedAt, verifiedAt, verifiedBy, createdAt } = domain;
  return {
    id,
    domain: originOf(domain),
    redirectroot: redirectRoot ?? '',
    redirect404: redirect404 ?? '',
    links: linkCount,
    items: domain.itemCount,
    dns,
    dns_checked: formatOptional(dnsCheckedAt),
    verified: verifiedAt !== null,
    verified_by: verifiedBy,
    taken: domain.isTaken,
    date: formatDateTime(createdAt),
  };
}

export function domainRoutes({ domains }: { domains: DomainService }): Route[] {
  const group = 'Branded domains';
  return [
    route({
      method: 'GET',
      path: '/api/domains',
      scope: 'domains:read',
      group,
      summary: 'List branded domains, newest first',
      query: contract.listDomainsQuery,
      answer: contract.domainPage,
      fails: [adminRequired],
      handle: async ({ caller, query: { page, q, isAll, hasBodies } }) => {
        if (!isAll) {
          const own = await domains.list(caller.workspaceId, page, q);
          const bodies = new Map<number, object>();
          for (const { id } of hasBodies ? own.rows : []) {
            const { domain, files } = await domains.get(caller.workspaceId, id);
            const { domain: host, redirectroot, redirect404 } = toView(domain);
            bodies.set(id, { body: { domain: host, redirectroot, redirect404, ...showWellKnownFiles(files) } });
          }
          return pageBody(
            'domains',
            mapPage(own, (domain) => ({ ...toView(domain), ...bodies.get(domain.id) })),
          );
        }
        assertAdmin(caller);
        const all = await domains.listAll(page, q);
        return pageBody(
          'domains',
          mapPage(all, (domain) => ({ ...toView(domain), userid: domain.userId, owner: domain.ownerEmail })),
        );
      },
    }),

    route({
      method: 'GET',
      path: '/api/domain/:id',
      scope: 'domains:read',
      group,
      summary: 'Read a branded domain and the DNS records to set',
      params: idParams,
      answer: contract.getDomainAnswer,
      fails: [domainNotFound],
      handle: async ({ caller, params }) => {
        const { domain, records, proof, files } = await domains.get(caller.workspaceId, params.id);
        return ok({ details: { ...toView(domain), records, proof, ...showWellKnownFiles(files) } });
      },
    }),

    route({
      method: 'POST',
      path: '/api/domain/add',
      scope: 'domains:write',
      group,
      summary: 'Add a branded domain',
      prepare: (body) => ({ ...blankIsNull(body), ...('domain' in body && { domain: body.domain }) }),
      body: contract.createDomainBody,
      maxBodyKib: WELL_KNOWN_BODY_KIB,
      answer: contract.createDomainAnswer,
      fails: [domainTaken, domainOfAnother, domainReserved],
      handle: async ({ caller, body }) => {
        const { id, warnings } = await domains.create(caller.workspaceId, body, caller);
        return ok({ id, ...showWarnings(warnings) });
      },
    }),

    route({
      method: 'POST',
      path: '/api/domain/:id/verify',
      scope: 'domains:write',
      group,
      summary: 'Verify a branded domain now; up to 20 times a minute',
      params: idParams,
      answer: contract.verifyDomainAnswer,
      fails: [domainNotFound, domainNotVerified, domainTaken, domainOfAnother, domainReserved],
      handle: async ({ caller, params }) => {
        const { verifiedBy } = await domains.verify(caller.workspaceId, params.id, caller);
        const message = 'Domain has been verified successfully.' as const;
        return ok({ message, verified: true as const, verified_by: verifiedBy ?? ('address' as const) });
      },
    }),

    route({
      method: 'PUT',
      path: '/api/domain/:id/update',
      scope: 'domains:write',
      group,
      summary:
        'Update the destinations and app files of a branded domain. Omitted fields are unchanged; null or "" clears a field',
      params: idParams,
      prepare: blankIsNull,
      body: contract.updateDomainBody,
      maxBodyKib: WELL_KNOWN_BODY_KIB,
      answer: contract.updateDomainAnswer,
      fails: [domainNotFound],
      handle: async ({ caller, params, body }) => {
        await domains.update(caller.workspaceId, params.id, body);
        return ok({ message: 'Domain has been updated successfully.' as const });
      },
    }),

    route({
      method: 'DELETE',
      path: '/api/domain/:id/delete',
      scope: 'domains:write',
      group,
      summary: 'Delete a branded domain; administrators can delete any user’s',
      params: idParams,
      query: contract.deleteDomainQuery,
      answer: contract.deleteDomainAnswer,
      fails: [domainNotFound, domainHasLinks],
      // Enough to move a hundred thousand links.
      responseTimeoutSeconds: 60,
      handle: async ({ caller, params, query }) => {
        const moved = await domains.remove(caller.workspaceId, params.id, query.force === '1', query.purge === '1');
        const renamed = moved.filter(({ from, to }) => from !== to).map(({ id, from, to }) => ({ id, from, to }));
        return ok({ message: 'Domain has been deleted successfully.' as const, moved: moved.length, renamed });
      },
    }),
  ];
}

import { mapPage } from '../../core/paging.ts';
import { disabledByAdministrator } from '../../core/take-down.ts';
import { type FindEmails, ownerScopeOf, readOwners } from '../../http/all-users.ts';
import { ok, pageBody } from '../../http/envelope.ts';
import { adminRequired } from '../../http/failures.ts';
import { idParams } from '../../http/fields.ts';
import { requireStatus, STATUS_OF_OTHERS, statusChanger } from '../../http/published-fields.ts';
import { deletionBy, purgeQuery } from '../../http/purge-query.ts';
import { type Route, route } from '../../http/route.ts';
import { showWarnings } from '../../http/warnings.ts';
import { buildBioPage } from '../../pages/bio/bio-page.ts';
import * as contract from './bio.contract.ts';
import { withoutDestinations } from './bio.facts.ts';
import type { BioService } from './bio.service.ts';
import { bioNotFound, bioSlugTaken, bioUrlOf, readPublishedStatus } from './bio.ts';
import * as views from './bio.views.ts';

/** The visit statistics of bio pages. */
export interface BioStatisticsSource {
  /** Resolves once every earlier visit is counted. */
  waitForClicks(): Promise<void>;
  read(id: number): Promise<views.BioStatistics>;
}

interface Parts {
  bioPages: BioService;
  statistics: BioStatisticsSource;
  findEmails: FindEmails;
}

export function bioRoutes({ bioPages, statistics, findEmails }: Parts): Route[] {
  const group = 'Bio pages';
  return [
    route({
      method: 'GET',
      path: '/api/bio',
      scope: 'bio:read',
      group,
      summary: 'List bio pages, newest first',
      query: contract.listBioQuery,
      answer: views.bioPageList,
      fails: [adminRequired],
      handle: async ({ caller, query }) => {
        await statistics.waitForClicks();
        const scope = ownerScopeOf(caller, query.all);
        const page = await bioPages.list(scope, query.page, query.q);
        const ownerOf = await readOwners(scope, page.rows, findEmails);
        const originOf = await bioPages.readOrigins(page.rows);
        return pageBody(
          'bio',
          mapPage(page, (bio) => ({ ...views.toBioView(bio, originOf(bio)), ...ownerOf(bio) })),
        );
      },
    }),

    route({
      method: 'GET',
      path: '/api/bio/:id',
      scope: 'bio:read',
      group,
      summary: 'Read a bio page with its blocks, and its statistics',
      params: idParams,
      answer: views.getBioAnswer,
      fails: [bioNotFound],
      handle: async ({ caller, params }) => {
        await statistics.waitForClicks();
        const bio = await bioPages.get(await bioPages.findOwner(caller, params.id), params.id);
        const originOf = await bioPages.readOrigins([bio.page]);
        const details = views.toBioDetails(bio, originOf(bio.page));
        return ok({ details, data: await statistics.read(params.id) });
      },
    }),

    route({
      method: 'POST',
      path: '/api/bio/add',
      scope: 'bio:write',
      group,
      summary: 'Create a bio page',
      prepare: contract.prepareBio,
      body: contract.createBioBody,
      answer: views.createBioAnswer,
      fails: [bioSlugTaken],
      handle: async ({ caller, body }) => {
        const { warnings, ...made } = await bioPages.create(caller.workspaceId, body);
        const originOf = await bioPages.readOrigins([made]);
        return ok({ id: made.id, link: bioUrlOf(originOf(made), made), ...showWarnings(warnings) });
      },
    }),

    route({
      method: 'POST',
      path: '/api/bio/preview',
      scope: 'bio:read',
      group,
      summary: 'Preview a bio page without saving it',
      prepare: contract.prepareBio,
      body: contract.createBioBody,
      answer: views.previewBioAnswer,
      handle: async ({ caller, body }) => {
        const { facts, warnings } = await bioPages.preview(caller.workspaceId, body);
        return ok({ html: buildBioPage(withoutDestinations(facts)).html, ...showWarnings(warnings) });
      },
    }),

    route({
      method: 'PUT',
      path: '/api/bio/:id/update',
      scope: 'bio:write',
      group,
      summary:
        'Update a bio page. Omitted fields are unchanged; null or "" clears a field; blocks are replaced as a whole; ' +
        STATUS_OF_OTHERS,
      params: idParams,
      prepare: contract.prepareBio,
      body: contract.updateBioBody,
      answer: views.updateBioAnswer,
      fails: [bioNotFound, bioSlugTaken, disabledByAdministrator],
      handle: async ({ caller, params, body }) => {
        const message = 'Bio page has been updated successfully.' as const;
        const owner = await bioPages.findOwner(caller, params.id);
        const by = statusChanger(caller, owner);
        if (by.isOwner)
          return ok({ message, ...showWarnings((await bioPages.update(owner, params.id, body, by)).warnings) });
        const status = body.status === 'draft' ? undefined : readPublishedStatus(body.status);
        await bioPages.changeStatus(owner, params.id, requireStatus(status), by);
        return ok({ message });
      },
    }),

    route({
      method: 'DELETE',
      path: '/api/bio/:id/delete',
      scope: 'bio:write',
      group,
      summary: 'Delete a bio page',
      params: idParams,
      query: purgeQuery,
      answer: views.deleteBioAnswer,
      fails: [bioNotFound, disabledByAdministrator],
      handle: async ({ caller, params, query }) => {
        const owner = await bioPages.findOwner(caller, params.id);
        await bioPages.remove(owner, params.id, statusChanger(caller, owner), deletionBy(caller, owner, query));
        return ok({ message: 'Bio page has been deleted successfully.' as const });
      },
    }),
  ];
}

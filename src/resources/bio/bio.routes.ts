import { mapPage } from '../../core/paging.ts';
import { ok, pageBody } from '../../http/envelope.ts';
import { idParams } from '../../http/fields.ts';
import { type Route, route } from '../../http/route.ts';
import { buildBioPage } from '../../pages/bio/bio-page.ts';
import * as contract from './bio.contract.ts';
import { withoutWays } from './bio.facts.ts';
import type { BioService } from './bio.service.ts';
import { bioNotFound, bioUrlOf, slugTaken } from './bio.ts';
import * as views from './bio.views.ts';

/** What is known of a bio page's visits. */
export interface Statistics {
  /** Returns once every visit that was answered before has been counted. */
  settle(): Promise<void>;
  read(id: number): Promise<views.BioStatistics>;
}

/** Leaves the warning out where there is none. */
function withWarning<Fields extends object>(fields: Fields, warning: string | undefined) {
  return warning === undefined ? fields : { ...fields, warning };
}

export function bioRoutes(bioPages: BioService, baseUrl: string, statistics: Statistics): Route[] {
  const group = 'Bio pages';
  return [
    route({
      method: 'GET',
      path: '/api/bio',
      group,
      summary: 'List bio pages, newest first',
      query: contract.listBioQuery,
      answer: views.bioPageList,
      handle: async ({ caller, query }) => {
        await statistics.settle();
        const page = await bioPages.list(caller.userId, query.page, query.q);
        return pageBody(
          'bio',
          mapPage(page, (bio) => views.toView(bio, bioUrlOf(baseUrl, bio))),
        );
      },
    }),

    route({
      method: 'GET',
      path: '/api/bio/:id',
      group,
      summary: 'Read a bio page with its blocks, and its statistics',
      params: idParams,
      answer: views.getBioAnswer,
      fails: [bioNotFound],
      handle: async ({ caller, params }) => {
        await statistics.settle();
        const bio = await bioPages.get(caller.userId, params.id);
        const details = views.toDetails(bio, bioUrlOf(baseUrl, bio.page));
        return ok({ details, data: await statistics.read(params.id) });
      },
    }),

    route({
      method: 'POST',
      path: '/api/bio/add',
      group,
      summary: 'Create a bio page',
      prepare: contract.prepareBio,
      body: contract.createBioBody,
      answer: views.createBioAnswer,
      fails: [slugTaken],
      handle: async ({ caller, body }) => {
        const { warning, ...made } = await bioPages.create(caller.userId, body);
        return ok(withWarning({ id: made.id, link: bioUrlOf(baseUrl, made) }, warning));
      },
    }),

    route({
      method: 'POST',
      path: '/api/bio/preview',
      group,
      summary: 'Build a bio page as it would be created, with blocks that lead nowhere, and store nothing',
      prepare: contract.prepareBio,
      body: contract.createBioBody,
      answer: views.previewBioAnswer,
      handle: async ({ caller, body }) => {
        const { facts, warning } = await bioPages.preview(caller.userId, body);
        return ok(withWarning({ html: buildBioPage(withoutWays(facts)).html }, warning));
      },
    }),

    route({
      method: 'PUT',
      path: '/api/bio/:id/update',
      group,
      summary: 'Change a bio page; what is left out stays, null or "" empties, blocks are replaced as a whole',
      params: idParams,
      prepare: contract.prepareBio,
      body: contract.updateBioBody,
      answer: views.updateBioAnswer,
      fails: [bioNotFound, slugTaken],
      handle: async ({ caller, params, body }) => {
        const { warning } = await bioPages.update(caller.userId, params.id, body);
        return ok(withWarning({ message: 'Bio page has been updated successfully.' as const }, warning));
      },
    }),

    route({
      method: 'DELETE',
      path: '/api/bio/:id/delete',
      group,
      summary: 'Delete a bio page',
      params: idParams,
      answer: views.deleteBioAnswer,
      fails: [bioNotFound],
      handle: async ({ caller, params }) => {
        await bioPages.remove(caller.userId, params.id);
        return ok({ message: 'Bio page has been deleted successfully.' as const });
      },
    }),
  ];
}

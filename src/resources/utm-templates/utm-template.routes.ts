import { mapPage } from '../../core/paging.ts';
import { ok, pageBody } from '../../http/envelope.ts';
import { blankIsNull, idParams, pageQuery } from '../../http/fields.ts';
import { deletionBy, purgeQuery } from '../../http/purge-query.ts';
import { type Route, route } from '../../http/route.ts';
import { formatDateTime } from '../../lib/date-time.ts';
import * as contract from './utm-template.contract.ts';
import type { UtmTemplateService } from './utm-template.service.ts';
import { type UtmTemplate, utmTemplateNotFound } from './utm-template.ts';

function toView(template: UtmTemplate): contract.UtmTemplateView {
  const { id, name, utm_source, utm_medium, utm_campaign, utm_term, utm_content, createdAt } = template;
  return { id, name, utm_source, utm_medium, utm_campaign, utm_term, utm_content, date: formatDateTime(createdAt) };
}

export function utmTemplateRoutes({ utmTemplates }: { utmTemplates: UtmTemplateService }): Route[] {
  const group = 'UTM templates';
  return [
    route({
      method: 'GET',
      path: '/api/utm-templates',
      scope: 'links:read',
      group,
      summary: 'List UTM templates, newest first',
      query: pageQuery,
      answer: contract.utmTemplateListPage,
      handle: async ({ caller, query }) =>
        pageBody('templates', mapPage(await utmTemplates.list(caller.workspaceId, query), toView)),
    }),

    route({
      method: 'GET',
      path: '/api/utm-template/:id',
      scope: 'links:read',
      group,
      summary: 'Read a UTM template',
      params: idParams,
      answer: contract.getUtmTemplateAnswer,
      fails: [utmTemplateNotFound],
      handle: async ({ caller, params }) =>
        ok({ details: toView(await utmTemplates.get(caller.workspaceId, params.id)) }),
    }),

    route({
      method: 'POST',
      path: '/api/utm-template/add',
      scope: 'links:write',
      group,
      summary: 'Create a UTM template; later changes of it do not change links',
      prepare: blankIsNull,
      body: contract.createUtmTemplateBody,
      answer: contract.createUtmTemplateAnswer,
      handle: async ({ caller, body }) => ok({ id: await utmTemplates.create(caller.workspaceId, body) }),
    }),

    route({
      method: 'PUT',
      path: '/api/utm-template/:id/update',
      scope: 'links:write',
      group,
      summary: 'Update a UTM template. Omitted fields are unchanged; null or "" removes a field',
      params: idParams,
      prepare: blankIsNull,
      body: contract.updateUtmTemplateBody,
      answer: contract.updateUtmTemplateAnswer,
      fails: [utmTemplateNotFound],
      handle: async ({ caller, params, body }) => {
        await utmTemplates.update(caller.workspaceId, params.id, body);
        return ok({ message: 'UTM template has been updated successfully.' as const });
      },
    }),

    route({
      method: 'DELETE',
      path: '/api/utm-template/:id/delete',
      scope: 'links:write',
      group,
      summary: 'Delete a UTM template; links keep their parameters',
      params: idParams,
      query: purgeQuery,
      answer: contract.deleteUtmTemplateAnswer,
      fails: [utmTemplateNotFound],
      handle: async ({ caller, params, query }) => {
        await utmTemplates.remove(caller.workspaceId, params.id, deletionBy(caller, caller.workspaceId, query));
        return ok({ message: 'UTM template has been deleted successfully.' as const });
      },
    }),
  ];
}

import { AppError, invalidFields } from '../core/errors.ts';
import { ok } from '../http/envelope.ts';
import { blankIsNull, idParams } from '../http/fields.ts';
import { type Route, route } from '../http/route.ts';
import type { LinkService } from '../resources/links/link.service.ts';
import { linkNotFound } from '../resources/links/link.ts';
import * as contract from './simulate.contract.ts';
import type { SimulateVisit } from './simulate.ts';

interface Parts {
  links: Pick<LinkService, 'findOwner' | 'getLink' | 'findByAlias' | 'buildUnsaved'>;
  simulateVisit: SimulateVisit;
}

/** Names the fields of a failure as fields of `link`. */
async function withinLink<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof AppError) || error.fields.length === 0) throw error;
    throw invalidFields(error.fields.map((problem) => ({ ...problem, field: `link.${problem.field}` })));
  }
}

/** Explains what a described visitor would get from a link. */
export function simulateRoutes({ links, simulateVisit }: Parts): Route[] {
  const group = 'Links';
  return [
    route({
      method: 'POST',
      path: '/api/url/:id/simulate',
      scope: 'links:read',
      group,
      summary: 'Explain what a visitor would get from a link; counts nothing',
      params: idParams,
      prepare: blankIsNull,
      body: contract.simulateBody,
      answer: contract.simulateAnswer,
      fails: [linkNotFound],
      handle: async ({ caller, params, body }) => {
        const link = await links.getLink(await links.findOwner(caller, params.id), params.id);
        const visited = await links.findByAlias(link.domainId, link.alias);
        if (visited?.id !== link.id) throw linkNotFound();
        return ok(await simulateVisit(visited, body));
      },
    }),

    route({
      method: 'POST',
      path: '/api/url/simulate',
      scope: 'links:read',
      group,
      summary: 'Explain what a visitor would get from a link that is not stored',
      prepare: contract.prepareUnsaved,
      body: contract.simulateUnsavedBody,
      answer: contract.simulateAnswer,
      handle: async ({ caller, body: { link, id, ...properties } }) => {
        const unsaved = await withinLink(links.buildUnsaved(caller.workspaceId, link));
        return ok(await simulateVisit({ ...unsaved, id: id ?? unsaved.id }, properties));
      },
    }),
  ];
}

import { mapPage } from '../../core/paging.ts';
import { ok, pageBody } from '../../http/envelope.ts';
import { idParams } from '../../http/fields.ts';
import { deletionBy, purgeQuery } from '../../http/purge-query.ts';
import { type Route, route } from '../../http/route.ts';
import { showWarnings } from '../../http/warnings.ts';
import { formatDateTime } from '../../lib/date-time.ts';
import * as contract from './pixel.contract.ts';
import type { PixelService } from './pixel.service.ts';
import { type Pixel, pixelNotFound } from './pixel.ts';

function toView({ id, type, name, tag, createdAt }: Pixel): contract.PixelView {
  return { id, type, name, tag, date: formatDateTime(createdAt) };
}

export function pixelRoutes({ pixels }: { pixels: PixelService }): Route[] {
  const group = 'Pixels';
  return [
    route({
      method: 'GET',
      path: '/api/pixels',
      scope: 'pixels:read',
      group,
      summary: 'List pixels, newest first',
      query: contract.listPixelsQuery,
      answer: contract.pixelListPage,
      handle: async ({ caller, query: { page, q } }) =>
        pageBody('pixels', mapPage(await pixels.list(caller.workspaceId, page, q), toView)),
    }),

    route({
      method: 'POST',
      path: '/api/pixel/add',
      scope: 'pixels:write',
      group,
      summary: 'Create a pixel',
      body: contract.createPixelBody,
      answer: contract.createPixelAnswer,
      handle: async ({ caller, body }) => {
        const { id, warnings } = await pixels.create(caller.workspaceId, body);
        return ok({ id, ...showWarnings(warnings) });
      },
    }),

    route({
      method: 'PUT',
      path: '/api/pixel/:id/update',
      scope: 'pixels:write',
      group,
      summary: 'Update a pixel',
      params: idParams,
      body: contract.updatePixelBody,
      answer: contract.updatePixelAnswer,
      fails: [pixelNotFound],
      handle: async ({ caller, params, body }) => {
        const { warnings } = await pixels.update(caller.workspaceId, params.id, body);
        return ok({ message: 'Pixel has been updated successfully.' as const, ...showWarnings(warnings) });
      },
    }),

    route({
      method: 'DELETE',
      path: '/api/pixel/:id/delete',
      scope: 'pixels:write',
      group,
      summary: 'Delete a pixel',
      params: idParams,
      query: purgeQuery,
      answer: contract.deletePixelAnswer,
      fails: [pixelNotFound],
      handle: async ({ caller, params, query }) => {
        await pixels.remove(caller.workspaceId, params.id, deletionBy(caller, caller.workspaceId, query));
        return ok({ message: 'Pixel has been deleted successfully.' as const });
      },
    }),
  ];
}

import { mapPage } from '../../core/paging.ts';
import { ok, pageBody } from '../../http/envelope.ts';
import { blankIsNull, idParams } from '../../http/fields.ts';
import { type Route, route } from '../../http/route.ts';
import { overlayAlonePage } from '../../pages/overlay.ts';
import { chooseLanguage } from '../../pages/texts.ts';
import * as contract from './overlay.contract.ts';
import type { OverlayService } from './overlay.service.ts';
import { overlayNotFound } from './overlay.ts';
import * as views from './overlay.views.ts';

/** Leaves the warning out where there is none. */
function withWarning<Fields extends object>(fields: Fields, warning: string | undefined) {
  return warning === undefined ? fields : { ...fields, warning };
}

/** `fileUrlOf` tells where anyone sees a file. */
export function overlayRoutes(overlays: OverlayService, fileUrlOf: (id: number) => string): Route[] {
  const group = 'Overlays';
  return [
    route({
      method: 'GET',
      path: '/api/overlay',
      group,
      summary: 'List call-to-action overlays, newest first',
      query: contract.listOverlaysQuery,
      answer: views.overlayPage,
      handle: async ({ caller, query }) =>
        pageBody('cta', mapPage(await overlays.list(caller.userId, query.page, query.q), views.toView)),
    }),

    route({
      method: 'GET',
      path: '/api/overlay/:id',
      group,
      summary: 'Read an overlay',
      params: idParams,
      answer: views.getOverlayAnswer,
      fails: [overlayNotFound],
      handle: async ({ caller, params }) =>
        ok({ details: views.toDetails(await overlays.get(caller.userId, params.id), fileUrlOf) }),
    }),

    route({
      method: 'POST',
      path: '/api/overlay/add',
      group,
      summary: 'Create an overlay, which a link shows with `overlay-ID` as `type`',
      prepare: blankIsNull,
      body: contract.createOverlayBody,
      answer: views.createOverlayAnswer,
      handle: async ({ caller, body }) => {
        const { id, warning } = await overlays.create(caller.userId, body);
        return ok(withWarning({ id }, warning));
      },
    }),

    route({
      method: 'POST',
      path: '/api/overlay/preview',
      group,
      summary: 'Build an overlay as it would be created, over an empty page, and store nothing',
      prepare: blankIsNull,
      body: contract.createOverlayBody,
      answer: views.previewOverlayAnswer,
      handle: async ({ caller, body, request }) => {
        const { look, warning } = await overlays.preview(caller.userId, body);
        const page = overlayAlonePage(chooseLanguage(request.acceptLanguage), look);
        return ok(withWarning({ html: await page.text() }, warning));
      },
    }),

    route({
      method: 'PUT',
      path: '/api/overlay/:id/update',
      group,
      summary: 'Change an overlay, but not its type; what is left out stays, null or "" takes away',
      params: idParams,
      prepare: blankIsNull,
      body: contract.updateOverlayBody,
      answer: views.updateOverlayAnswer,
      fails: [overlayNotFound],
      handle: async ({ caller, params, body }) => {
        const { warning } = await overlays.update(caller.userId, params.id, body);
        return ok(withWarning({ message: 'Overlay has been updated successfully.' as const }, warning));
      },
    }),

    route({
      method: 'DELETE',
      path: '/api/overlay/:id/delete',
      group,
      summary: 'Delete an overlay with all that was sent by it; links that show it lead on directly',
      params: idParams,
      answer: views.deleteOverlayAnswer,
      fails: [overlayNotFound],
      handle: async ({ caller, params }) => {
        const links = await overlays.remove(caller.userId, params.id);
        return ok({ message: 'Overlay has been deleted successfully.' as const, links });
      },
    }),
  ];
}

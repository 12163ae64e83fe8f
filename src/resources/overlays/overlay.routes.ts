import { mapPage } from '../../core/paging.ts';
import { disabledByAdministrator } from '../../core/take-down.ts';
import { type FindEmails, ownerScopeOf, readOwners } from '../../http/all-users.ts';
import { ok, pageBody } from '../../http/envelope.ts';
import { adminRequired } from '../../http/failures.ts';
import { blankIsNull, idParams } from '../../http/fields.ts';
import { requireStatus, STATUS_OF_OTHERS, statusChanger } from '../../http/published-fields.ts';
import { deletionBy, purgeQuery } from '../../http/purge-query.ts';
import { type Route, route } from '../../http/route.ts';
import { showWarnings } from '../../http/warnings.ts';
import { overlayPreviewPage } from '../../pages/overlay.ts';
import { choosePageLanguage } from '../../pages/texts.ts';
import * as contract from './overlay.contract.ts';
import type { OverlayService } from './overlay.service.ts';
import { overlayNotFound } from './overlay.ts';
import * as views from './overlay.views.ts';

interface Parts {
  overlays: OverlayService;
  fileUrlOf: (id: number) => string;
  findEmails: FindEmails;
}

/** `fileUrlOf` returns the public URL of a file. */
export function overlayRoutes({ overlays, fileUrlOf, findEmails }: Parts): Route[] {
  const group = 'Overlays';
  return [
    route({
      method: 'GET',
      path: '/api/overlay',
      scope: 'overlays:read',
      group,
      summary: 'List call-to-action overlays, newest first',
      query: contract.listOverlaysQuery,
      answer: views.overlayListPage,
      fails: [adminRequired],
      handle: async ({ caller, query }) => {
        const scope = ownerScopeOf(caller, query.all);
        const page = await overlays.list(scope, query.page, query.q);
        const ownerOf = await readOwners(scope, page.rows, findEmails);
        return pageBody(
          'cta',
          mapPage(page, (row) => ({ ...views.toOverlayView(row), ...ownerOf(row) })),
        );
      },
    }),

    route({
      method: 'GET',
      path: '/api/overlay/:id',
      scope: 'overlays:read',
      group,
      summary: 'Read an overlay',
      params: idParams,
      answer: views.getOverlayAnswer,
      fails: [overlayNotFound],
      handle: async ({ caller, params }) => {
        const owner = await overlays.findOwner(caller, params.id);
        return ok({ details: views.toOverlayDetails(await overlays.get(owner, params.id), fileUrlOf) });
      },
    }),

    route({
      method: 'POST',
      path: '/api/overlay/add',
      scope: 'overlays:write',
      group,
      summary: 'Create an overlay; a link with `overlay-ID` as `type` shows it',
      prepare: blankIsNull,
      body: contract.createOverlayBody,
      answer: views.createOverlayAnswer,
      handle: async ({ caller, body }) => {
        const { id, warnings } = await overlays.create(caller.workspaceId, body);
        return ok({ id, ...showWarnings(warnings) });
      },
    }),

    route({
      method: 'POST',
      path: '/api/overlay/preview',
      scope: 'overlays:read',
      group,
      summary: 'Preview an overlay without saving it',
      prepare: blankIsNull,
      body: contract.createOverlayBody,
      answer: views.previewOverlayAnswer,
      handle: async ({ caller, body, request }) => {
        const { look, warnings } = await overlays.preview(caller.workspaceId, body);
        const page = overlayPreviewPage(choosePageLanguage(request.acceptLanguage), look);
        return ok({ html: await page.text(), ...showWarnings(warnings) });
      },
    }),

    route({
      method: 'PUT',
      path: '/api/overlay/:id/update',
      scope: 'overlays:write',
      group,
      summary: `Update an overlay; its type can't change. Omitted fields are unchanged; null or "" removes a field; ${STATUS_OF_OTHERS}`,
      params: idParams,
      prepare: blankIsNull,
      body: contract.updateOverlayBody,
      answer: views.updateOverlayAnswer,
      fails: [overlayNotFound, disabledByAdministrator],
      handle: async ({ caller, params, body }) => {
        const message = 'Overlay has been updated successfully.' as const;
        const owner = await overlays.findOwner(caller, params.id);
        const by = statusChanger(caller, owner);
        if (by.isOwner)
          return ok({ message, ...showWarnings((await overlays.update(owner, params.id, body, by)).warnings) });
        await overlays.changeStatus(owner, params.id, requireStatus(body.status), by);
        return ok({ message });
      },
    }),

    route({
      method: 'DELETE',
      path: '/api/overlay/:id/delete',
      scope: 'overlays:write',
      group,
      summary: 'Delete an overlay and its responses; its links then redirect straight to their destinations',
      params: idParams,
      query: purgeQuery,
      answer: views.deleteOverlayAnswer,
      fails: [overlayNotFound],
      handle: async ({ caller, params, query }) => {
        const owner = await overlays.findOwner(caller, params.id);
        const links = await overlays.remove(owner, params.id, deletionBy(caller, owner, query));
        return ok({ message: 'Overlay has been deleted successfully.' as const, links });
      },
    }),
  ];
}

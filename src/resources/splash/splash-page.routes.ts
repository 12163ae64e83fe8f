import { mapPage } from '../../core/paging.ts';
import { disabledByAdministrator, publishedStatusOf } from '../../core/take-down.ts';
import { type FindEmails, ownerScopeOf, readOwners } from '../../http/all-users.ts';
import { ok, pageBody } from '../../http/envelope.ts';
import { adminRequired } from '../../http/failures.ts';
import { blankIsNull, idParams } from '../../http/fields.ts';
import { requireStatus, STATUS_OF_OTHERS, showDisabledBy, statusChanger } from '../../http/published-fields.ts';
import { deletionBy, purgeQuery } from '../../http/purge-query.ts';
import { type Route, route } from '../../http/route.ts';
import { formatDateTime } from '../../lib/date-time.ts';
import { splashPage } from '../../pages/splash.ts';
import { choosePageLanguage } from '../../pages/texts.ts';
import type { PagePicture } from '../files/file.ts';
import * as contract from './splash-page.contract.ts';
import type { SplashPageService } from './splash-page.service.ts';
import { type SplashPage, splashPageNotFound } from './splash-page.ts';

// The destination that a preview shows.
const EXAMPLE = 'https://example.com/';

interface Parts {
  splashPages: SplashPageService;
  fileUrlOf: (id: number) => string;
  findEmails: FindEmails;
}

/** `fileUrlOf` returns the public URL of a file. */
export function splashPageRoutes({ splashPages, fileUrlOf, findEmails }: Parts): Route[] {
  const group = 'Splash pages';

  function urlOf(picture: PagePicture | null): string | null {
    return picture && fileUrlOf(picture.id);
  }

  function toView(page: SplashPage): contract.SplashPageView {
    const { id, name, title, text, button, seconds, picture, logo } = page;
    return {
      ...{ id, name, date: formatDateTime(page.createdAt), title, text, button, seconds },
      ...{ picture: picture?.id ?? null, picture_url: urlOf(picture) },
      ...{ logo: logo?.id ?? null, logo_url: urlOf(logo) },
      ...page.colors,
      status: publishedStatusOf(page.disabledBy),
      ...showDisabledBy(page.disabledBy),
    };
  }

  return [
    route({
      method: 'GET',
      path: '/api/splash',
      scope: 'overlays:read',
      group,
      summary: 'List splash pages, newest first',
      query: contract.listSplashPagesQuery,
      answer: contract.splashPagePage,
      fails: [adminRequired],
      handle: async ({ caller, query }) => {
        const scope = ownerScopeOf(caller, query.all);
        const page = await splashPages.list(scope, query.page, query.q);
        const ownerOf = await readOwners(scope, page.rows, findEmails);
        return pageBody(
          'splash',
          mapPage(page, (row) => ({ ...toView(row), ...ownerOf(row) })),
        );
      },
    }),

    route({
      method: 'GET',
      path: '/api/splash/:id',
      scope: 'overlays:read',
      group,
      summary: 'Read a splash page',
      params: idParams,
      answer: contract.getSplashPageAnswer,
      fails: [splashPageNotFound],
      handle: async ({ caller, params }) => {
        const owner = await splashPages.findOwner(caller, params.id);
        return ok({ details: toView(await splashPages.get(owner, params.id)) });
      },
    }),

    route({
      method: 'POST',
      path: '/api/splash/add',
      scope: 'overlays:write',
      group,
      summary: 'Create a splash page; a link with its ID as `type` shows it',
      prepare: blankIsNull,
      body: contract.createSplashPageBody,
      answer: contract.createSplashPageAnswer,
      handle: async ({ caller, body }) => ok({ id: await splashPages.create(caller.workspaceId, body) }),
    }),

    route({
      method: 'POST',
      path: '/api/splash/preview',
      scope: 'overlays:read',
      group,
      summary: 'Preview a splash page without saving it',
      prepare: blankIsNull,
      body: contract.createSplashPageBody,
      answer: contract.previewSplashPageAnswer,
      handle: async ({ caller, body, request }) => {
        const look = await splashPages.preview(caller.workspaceId, body);
        // Without the countdown the page has no script and stays open.
        const facts = { destination: EXAMPLE, title: '', seconds: 0, look };
        const page = splashPage(choosePageLanguage(request.acceptLanguage), facts);
        return ok({ html: await page.text() });
      },
    }),

    route({
      method: 'PUT',
      path: '/api/splash/:id/update',
      scope: 'overlays:write',
      group,
      summary: `Update a splash page. Omitted fields are unchanged; null or "" removes a field; ${STATUS_OF_OTHERS}`,
      params: idParams,
      prepare: blankIsNull,
      body: contract.updateSplashPageBody,
      answer: contract.updateSplashPageAnswer,
      fails: [splashPageNotFound, disabledByAdministrator],
      handle: async ({ caller, params, body }) => {
        const owner = await splashPages.findOwner(caller, params.id);
        const by = statusChanger(caller, owner);
        if (by.isOwner) await splashPages.update(owner, params.id, body, by);
        else await splashPages.changeStatus(owner, params.id, requireStatus(body.status), by);
        return ok({ message: 'Splash page has been updated successfully.' as const });
      },
    }),

    route({
      method: 'DELETE',
      path: '/api/splash/:id/delete',
      scope: 'overlays:write',
      group,
      summary: 'Delete a splash page; its links then redirect straight to their destinations',
      params: idParams,
      query: purgeQuery,
      answer: contract.deleteSplashPageAnswer,
      fails: [splashPageNotFound],
      handle: async ({ caller, params, query }) => {
        const owner = await splashPages.findOwner(caller, params.id);
        const links = await splashPages.remove(owner, params.id, deletionBy(caller, owner, query));
        return ok({ message: 'Splash page has been deleted successfully.' as const, links });
      },
    }),
  ];
}

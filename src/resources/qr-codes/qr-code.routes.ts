import { mapPage } from '../../core/paging.ts';
import { disabledByAdministrator } from '../../core/take-down.ts';
import { type FindEmails, ownerScopeOf, readOwners } from '../../http/all-users.ts';
import { ok, pageBody } from '../../http/envelope.ts';
import { adminRequired } from '../../http/failures.ts';
import { blankIsNull, idParams } from '../../http/fields.ts';
import { assertStatusOnly, requireStatus, STATUS_OF_OTHERS, statusChanger } from '../../http/published-fields.ts';
import { deletionBy, purgeQuery } from '../../http/purge-query.ts';
import { type Route, route } from '../../http/route.ts';
import { showWarnings } from '../../http/warnings.ts';
import type { DrawPicture } from './picture-kind.ts';
import * as contract from './qr-code.contract.ts';
import type { QrCodeService } from './qr-code.service.ts';
import { pictureUrlOf, qrCodeNotFound } from './qr-code.ts';
import * as views from './qr-code.views.ts';

/** The scan statistics of QR codes. */
export interface QrStatisticsSource {
  /** Resolves once every earlier scan is counted. */
  waitForClicks(): Promise<void>;
  read(id: number): Promise<views.QrCodeStatistics>;
}

interface Parts {
  qrCodes: QrCodeService;
  statistics: QrStatisticsSource;
  draw: DrawPicture;
  findEmails: FindEmails;
}

/** `draw` draws the pictures of codes that are not stored. */
export function qrCodeRoutes({ qrCodes, statistics, draw, findEmails }: Parts): Route[] {
  const group = 'QR codes';

  return [
    route({
      method: 'GET',
      path: '/api/qr',
      scope: 'qr:read',
      group,
      summary: 'List QR codes, newest or most scanned first',
      query: contract.listQrCodesQuery,
      answer: views.qrCodePage,
      fails: [adminRequired],
      handle: async ({ caller, query }) => {
        await statistics.waitForClicks();
        const scope = ownerScopeOf(caller, query.all);
        const page = await qrCodes.list(scope, query.page, query.filters);
        const ownerOf = await readOwners(scope, page.rows, findEmails);
        const originOf = await qrCodes.readOrigins(page.rows);
        const bodies = new Map<number, object>();
        for (const qr of query.hasBodies ? page.rows : [])
          bodies.set(qr.id, { body: views.toQrRequest(qr, originOf(qr), await qrCodes.listChannels(qr.id)) });
        return pageBody(
          'qrs',
          mapPage(page, (qr) => ({ ...views.toQrView(qr, originOf(qr)), ...bodies.get(qr.id), ...ownerOf(qr) })),
        );
      },
    }),

    route({
      method: 'GET',
      path: '/api/qr/:id',
      scope: 'qr:read',
      group,
      summary: 'Read a QR code and its statistics',
      params: idParams,
      answer: views.getQrCodeAnswer,
      fails: [qrCodeNotFound],
      handle: async ({ caller, params }) => {
        await statistics.waitForClicks();
        const qr = await qrCodes.get(await qrCodes.findOwner(caller, params.id), params.id);
        const originOf = await qrCodes.readOrigins([qr]);
        const details = views.toQrDetails(qr, originOf(qr), await qrCodes.listChannels(qr.id));
        return ok({ details, data: await statistics.read(qr.id) });
      },
    }),

    route({
      method: 'GET',
      path: '/api/qr/:id/logo',
      scope: 'qr:read',
      group,
      summary: 'Read the logo of a QR code',
      params: idParams,
      answer: views.qrCodeLogoAnswer,
      fails: [qrCodeNotFound],
      handle: async ({ caller, params }) => {
        const bytes = await qrCodes.readLogo(await qrCodes.findOwner(caller, params.id), params.id);
        return ok({ image: bytes ? `data:image/png;base64,${Buffer.from(bytes).toString('base64')}` : null });
      },
    }),

    route({
      method: 'POST',
      path: '/api/qr/add',
      scope: 'qr:write',
      group,
      summary: 'Create a QR code',
      prepare: blankIsNull,
      body: contract.createQrCodeBody,
      answer: views.createQrCodeAnswer,
      handle: async ({ caller, body }) => {
        const { warnings, ...made } = await qrCodes.create(caller.workspaceId, body, caller);
        const originOf = await qrCodes.readOrigins([made]);
        return ok({ id: made.id, link: pictureUrlOf(originOf(made), made), ...showWarnings(warnings) });
      },
    }),

    route({
      method: 'POST',
      path: '/api/qr/preview',
      scope: 'qr:read',
      group,
      summary: 'Preview a QR code without saving it',
      prepare: blankIsNull,
      body: contract.previewQrCodeBody,
      answer: views.previewQrCodeAnswer,
      fails: [qrCodeNotFound],
      handle: async ({ caller, body }) => {
        const { picture, warnings } = await qrCodes.preview(caller.workspaceId, body);
        return ok({ svg: Buffer.from(await draw(picture, 'svg')).toString(), warnings });
      },
    }),

    route({
      method: 'PUT',
      path: '/api/qr/:id/update',
      scope: 'qr:write',
      group,
      summary: `Update a QR code. Omitted fields are unchanged; null or "" removes a field; ${STATUS_OF_OTHERS}`,
      params: idParams,
      prepare: blankIsNull,
      body: contract.updateQrCodeBody,
      answer: views.updateQrCodeAnswer,
      fails: [qrCodeNotFound, disabledByAdministrator],
      handle: async ({ caller, params, body }) => {
        const message = 'QR has been updated successfully.' as const;
        const owner = await qrCodes.findOwner(caller, params.id);
        const by = statusChanger(caller, owner);
        if (by.isOwner && !contract.hasData(body)) assertStatusOnly(body, 'data');
        if (by.isOwner && contract.hasData(body))
          return ok({ message, ...showWarnings((await qrCodes.update(owner, params.id, body, by)).warnings) });
        await qrCodes.changeStatus(owner, params.id, requireStatus(body.status), by);
        return ok({ message });
      },
    }),

    route({
      method: 'DELETE',
      path: '/api/qr/:id/delete',
      scope: 'qr:write',
      group,
      summary: 'Delete a QR code',
      params: idParams,
      query: purgeQuery,
      answer: views.deleteQrCodeAnswer,
      fails: [qrCodeNotFound],
      handle: async ({ caller, params, query }) => {
        const owner = await qrCodes.findOwner(caller, params.id);
        await qrCodes.remove(owner, params.id, deletionBy(caller, owner, query));
        return ok({ message: 'QR Code has been deleted successfully.' as const });
      },
    }),
  ];
}

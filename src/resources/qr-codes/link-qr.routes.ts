import { z } from 'zod';
import type { RateRule } from '../../core/rate-window.ts';
import { ok } from '../../http/envelope.ts';
import { blankIsNull, idParams } from '../../http/fields.ts';
import { type Route, route, streamRoute } from '../../http/route.ts';
import { showWarnings } from '../../http/warnings.ts';
import type { LinkService } from '../links/link.service.ts';
import { linkNotFound } from '../links/link.ts';
import * as contract from './link-qr.contract.ts';
import type { LinkQrService } from './link-qr.service.ts';
import { type DrawPicture, type PictureKind, pictureTypes } from './picture-kind.ts';
import { toDesignView } from './qr-code.views.ts';

interface Parts {
  linkQrCodes: LinkQrService;
  links: Pick<LinkService, 'findOwner'>;
  draw: DrawPicture;
  /** Resolves once every earlier scan is counted. */
  waitForClicks(): Promise<void>;
  countScans(linkId: number): Promise<number>;
}

// A large PNG takes most of a second to draw.
const DRAWING: RateRule = { limit: 120, windowMs: 60_000 };

export function linkQrRoutes({ linkQrCodes, links, draw, waitForClicks, countScans }: Parts): Route[] {
  const group = 'QR codes';

  function imageRoute(kind: PictureKind): Route {
    return streamRoute({
      method: 'GET',
      path: `/api/url/:id/qr.${kind}`,
      scope: 'qr:read',
      group,
      summary: `Download the QR code of a link as ${kind.toUpperCase()}`,
      params: idParams,
      query: contract.linkQrImageQuery,
      streams: pictureTypes[kind],
      ...(kind === 'pdf' && { download: 'qr-code.pdf' }),
      answer: z.string().describe('The image'),
      limit: { name: 'draw-link-qr', rule: DRAWING },
      fails: [linkNotFound],
      async handle({ caller, params, query: { size } }) {
        const picture = await linkQrCodes.readPicture(await links.findOwner(caller, params.id), params.id);
        return new Blob([await draw({ ...picture, ...(size && { size }) }, kind)]).stream();
      },
    });
  }

  return [
    route({
      method: 'GET',
      path: '/api/url/:id/qr',
      scope: 'qr:read',
      group,
      summary: 'Read the QR code of a link: its URL, its scans and its design',
      params: idParams,
      answer: contract.linkQrAnswer,
      fails: [linkNotFound],
      handle: async ({ caller, params: { id } }) => {
        await waitForClicks();
        const { url, design, logo } = await linkQrCodes.get(await links.findOwner(caller, id), id);
        return ok({ details: { url, scans: await countScans(id), ...toDesignView(design, logo) } });
      },
    }),

    imageRoute('png'),
    imageRoute('svg'),
    imageRoute('pdf'),

    route({
      method: 'PUT',
      path: '/api/url/:id/qr/update',
      scope: 'qr:write',
      group,
      summary: 'Change the design of the QR code of a link. Omitted fields are unchanged; null or "" removes a field',
      params: idParams,
      prepare: blankIsNull,
      body: contract.updateLinkQrBody,
      answer: contract.updateLinkQrAnswer,
      fails: [linkNotFound],
      handle: async ({ caller, params, body }) => {
        const { warnings } = await linkQrCodes.update(caller.workspaceId, params.id, body, caller);
        return ok({ message: 'QR has been updated successfully.' as const, ...showWarnings(warnings) });
      },
    }),
  ];
}

import { serverBusy } from '../../core/errors.ts';
import { mapPage } from '../../core/paging.ts';
import { ok, pageBody } from '../../http/envelope.ts';
import { blankIsNull, idParams } from '../../http/fields.ts';
import { type Route, route } from '../../http/route.ts';
import * as contract from './link.contract.ts';
import type { LinkService } from './link.service.ts';
import { aliasTaken, type FramedLink, linkNotFound, warnAboutFraming, warnAboutHost } from './link.ts';
import * as views from './link.views.ts';
import type { Addressed } from './stored-change.ts';

/** What is known of a link's visits. */
export interface Statistics {
  /** Returns once every click that was answered before has been counted. */
  settle(): Promise<void>;
  read(linkId: number): Promise<views.LinkStatistics>;
}

export function linkRoutes(links: LinkService, statistics: Statistics): Route[] {
  const group = 'Links';

  async function readShortUrl(link: Addressed): Promise<string> {
    return (await links.readShortUrls([link]))(link);
  }

  function warningFor(link: FramedLink): { warning?: string } {
    const warnings = [warnAboutHost(link.url), warnAboutFraming(link)].filter((text) => text !== undefined);
    return warnings.length === 0 ? {} : { warning: warnings.join(' ') };
  }

  return [
    route({
      method: 'GET',
      path: '/api/urls',
      group,
      summary: 'List links, newest or most clicked first',
      query: contract.listLinksQuery,
      answer: views.linkPage,
      handle: async ({ caller, query }) => {
        await statistics.settle();
        const page = await links.list(caller.userId, query.page, query.filters);
        const shortUrlOf = await links.readShortUrls(page.rows);
        return pageBody(
          'urls',
          mapPage(page, (link) => views.toListView(link, shortUrlOf(link))),
        );
      },
    }),

    route({
      method: 'GET',
      path: '/api/url/:id',
      group,
      summary: 'Read a link and its statistics',
      params: idParams,
      answer: views.getLinkAnswer,
      fails: [linkNotFound],
      handle: async ({ caller, params }) => {
        const { link, extras } = await links.get(caller.userId, params.id);
        await statistics.settle();
        const data = await statistics.read(link.id);
        return ok({ details: views.toDetails(link, await readShortUrl(link), extras), data });
      },
    }),

    route({
      method: 'POST',
      path: '/api/url/add',
      group,
      summary: 'Create a link',
      prepare: contract.prepareNewLink,
      body: contract.createLinkBody,
      answer: views.createLinkAnswer,
      fails: [aliasTaken, serverBusy],
      handle: async ({ caller, body }) => {
        const link = await links.create(caller.userId, body);
        return ok({ id: link.id, shorturl: await readShortUrl(link), ...warningFor(link) });
      },
    }),

    route({
      method: 'PUT',
      path: '/api/url/:id/update',
      group,
      summary: 'Change a link; what is left out stays, null or "" empties',
      params: idParams,
      prepare: blankIsNull,
      body: contract.updateLinkBody,
      answer: views.updateLinkAnswer,
      fails: [linkNotFound, aliasTaken, serverBusy],
      handle: async ({ caller, params, body }) => {
        const link = await links.update(caller.userId, params.id, body);
        return ok({ id: params.id, short: await readShortUrl(link), ...warningFor(link) });
      },
    }),

    route({
      method: 'DELETE',
      path: '/api/url/:id/delete',
      group,
      summary: 'Delete a link',
      params: idParams,
      answer: views.deleteLinkAnswer,
      fails: [linkNotFound],
      handle: async ({ caller, params }) => {
        await links.remove(caller.userId, params.id);
        return ok({ message: 'Link has been deleted successfully' as const });
      },
    }),
  ];
}

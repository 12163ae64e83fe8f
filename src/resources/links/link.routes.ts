import { serverBusy } from '../../core/errors.ts';
import { mapPage, type Page } from '../../core/paging.ts';
import { disabledByAdministrator } from '../../core/take-down.ts';
import { type FindEmails, ownerScopeOf, readOwners } from '../../http/all-users.ts';
import { ok, pageBody } from '../../http/envelope.ts';
import { adminRequired } from '../../http/failures.ts';
import { blankIsNull, idParams } from '../../http/fields.ts';
import { assertStatusOnly, requireStatus, STATUS_OF_OTHERS, statusChanger } from '../../http/published-fields.ts';
import { deletionBy } from '../../http/purge-query.ts';
import { type Route, route } from '../../http/route.ts';
import { showWarnings } from '../../http/warnings.ts';
import type { Clock } from '../../lib/date-time.ts';
import * as contract from './link.contract.ts';
import type { LinkService } from './link.service.ts';
import {
  aliasTaken,
  type FramedLink,
  type Link,
  type LinkSummary,
  linkNotFound,
  warnAboutFraming,
  warnAboutHost,
} from './link.ts';
import * as views from './link.views.ts';
import type { LinkAddress } from './link-event.ts';

/** Which of a link's clicks came from another service. */
export type ReadImported = (
  link: Pick<Link, 'id' | 'importedClicks'>,
) => Promise<{ clicks: number; undated: number; from: string | null }>;

/** Reads the statistics of a link. */
export interface LinkStatisticsSource {
  /** Returns once every earlier click is counted. */
  waitForClicks(): Promise<void>;
  read(linkId: number): Promise<views.LinkStatistics>;
  readImported: ReadImported;
}

interface Parts {
  links: LinkService;
  statistics: LinkStatisticsSource;
  findEmails: FindEmails;
  now: Clock;
}

export function linkRoutes({ links, statistics, findEmails, now }: Parts): Route[] {
  const group = 'Links';

  async function readShortUrl(link: LinkAddress): Promise<string> {
    return (await links.readShortUrls([link]))(link);
  }

  function warningsFor(link: FramedLink) {
    const warnings = [warnAboutHost(link.url), warnAboutFraming(link)];
    return showWarnings(warnings.filter((warning) => warning !== undefined));
  }

  return [
    route({
      method: 'GET',
      path: '/api/urls',
      scope: 'links:read',
      group,
      summary: 'List links, newest first, by clicks or by creation date',
      query: contract.listLinksQuery,
      answer: views.linkPage,
      fails: [adminRequired],
      handle: async ({ caller, query }) => {
        await statistics.waitForClicks();
        const scope = ownerScopeOf(caller, query.all);
        const whole = query.hasBodies ? await links.list(scope, query.page, query.filters) : undefined;
        const page: Page<LinkSummary> = whole ?? (await links.listSummaries(scope, query.page, query.filters));
        const shortUrlOf = await links.readShortUrls(page.rows);
        const ownerOf = await readOwners(scope, page.rows, findEmails);
        const extrasOf = await links.readListedExtras(page.rows);
        const bodies = whole && (await links.readBodies(whole.rows));
        const time = now();
        function toView(link: LinkSummary) {
          const { tags, campaignName } = extrasOf(link);
          const body = bodies?.get(link.id);
          const shown = { shorturl: shortUrlOf(link), tags, campaignName, owner: ownerOf(link), body, now: time };
          return views.toListView(link, shown);
        }
        return pageBody('urls', mapPage(page, toView));
      },
    }),

    route({
      method: 'GET',
      path: '/api/url/:id',
      scope: 'links:read',
      group,
      summary: 'Read a link and its statistics',
      params: idParams,
      answer: views.getLinkAnswer,
      fails: [linkNotFound],
      handle: async ({ caller, params }) => {
        const { link, extras } = await links.get(await links.findOwner(caller, params.id), params.id);
        await statistics.waitForClicks();
        const counted = await statistics.read(link.id);
        const imported = await statistics.readImported(link);
        const data = { ...counted, clicks: counted.clicks + link.importedClicks, imported };
        const details = views.toDetails(link, { shorturl: await readShortUrl(link), ...extras, now: now() });
        return ok({ details, data });
      },
    }),

    route({
      method: 'POST',
      path: '/api/url/add',
      scope: 'links:write',
      group,
      summary: 'Create a link',
      prepare: contract.prepareNewLink,
      body: contract.createLinkBody,
      answer: views.createLinkAnswer,
      fails: [aliasTaken, serverBusy],
      handle: async ({ caller, body }) => {
        const link = await links.create(caller.workspaceId, body, caller);
        const reused = link.isReused && { reused: true as const };
        return ok({ id: link.id, shorturl: await readShortUrl(link), ...reused, ...warningsFor(link) });
      },
    }),

    route({
      method: 'PUT',
      path: '/api/url/:id/update',
      scope: 'links:write',
      group,
      summary: `Update a link. Omitted fields are unchanged; null or "" clears a field; ${STATUS_OF_OTHERS}`,
      params: idParams,
      query: contract.dryRunQuery,
      prepare: blankIsNull,
      body: contract.updateLinkBody,
      answer: views.updateLinkAnswer,
      fails: [linkNotFound, aliasTaken, disabledByAdministrator, serverBusy],
      handle: async ({ caller, params, query, body }) => {
        const owner = await links.findOwner(caller, params.id);
        const by = statusChanger(caller, owner);
        if (by.isOwner && !contract.hasUrl(body)) assertStatusOnly(body, 'url');
        const change = by.isOwner && contract.hasUrl(body) ? body : { status: requireStatus(body.status) };
        if (query.dry_run === '1') {
          const { link, changes } = await links.rehearseUpdate(owner, params.id, change, by);
          const short = await readShortUrl(link);
          const shown = JSON.parse(JSON.stringify(changes)) as typeof changes;
          return ok({ id: params.id, short, ...warningsFor(link), dry_run: true as const, changes: shown });
        }
        const link = contract.hasUrl(change)
          ? await links.update(owner, params.id, change, by)
          : await links.changeStatus(owner, params.id, requireStatus(change.status), by);
        return ok({ id: params.id, short: await readShortUrl(link), ...warningsFor(link) });
      },
    }),

    route({
      method: 'DELETE',
      path: '/api/url/:id/delete',
      scope: 'links:write',
      group,
      summary: 'Delete a link',
      params: idParams,
      query: contract.deleteLinkQuery,
      answer: views.deleteLinkAnswer,
      fails: [linkNotFound, disabledByAdministrator],
      handle: async ({ caller, params, query }) => {
        const owner = await links.findOwner(caller, params.id);
        const [by, deletion] = [statusChanger(caller, owner), deletionBy(caller, owner, query)];
        if (query.dry_run === '1') {
          const link = await links.rehearseRemoval(owner, params.id, by, deletion);
          const { url: longurl, clicks } = link;
          const would = { shorturl: await readShortUrl(link), longurl, clicks, dry_run: true as const };
          return ok({ message: 'Link would be deleted' as const, ...would });
        }
        await links.remove(owner, params.id, by, deletion);
        return ok({ message: 'Link has been deleted successfully' as const });
      },
    }),
  ];
}

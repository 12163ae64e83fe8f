import { diffFields, shortenChanges } from '../../../core/audit.ts';
import { serverBusy } from '../../../core/errors.ts';
import { mapPage } from '../../../core/paging.ts';
import { disabledByAdministrator } from '../../../core/take-down.ts';
import { showChange } from '../../../http/change-view.ts';
import { ok, pageBody } from '../../../http/envelope.ts';
import { idParams, pageQuery } from '../../../http/fields.ts';
import { statusChanger } from '../../../http/published-fields.ts';
import { type Route, route } from '../../../http/route.ts';
import { showWarnings } from '../../../http/warnings.ts';
import type { LinkService } from '../link.service.ts';
import { aliasTaken, linkNotFound, warnAboutFraming, warnAboutHost } from '../link.ts';
import * as contract from './link-history.contract.ts';
import { type LinkVersion, versionNotFound } from './link-history.ts';

function toView(shown: LinkVersion, current: number): contract.LinkVersionView {
  const { version } = shown;
  const place = { version, current: version === current };
  if (shown.kind === 'recorded') return { ...place, ...showChange(shown.row) };
  const { channels: _, ...state } = shown.state;
  const changes = shortenChanges(diffFields(undefined, state));
  return { ...place, date: null, actor: null, action: 'create', changes, request_id: null };
}

export function linkHistoryRoutes({ links }: { links: LinkService }): Route[] {
  const group = 'Links';
  return [
    route({
      method: 'GET',
      path: '/api/url/:id/history',
      scope: 'links:read',
      group,
      summary: 'List the versions of a link, newest first, with who changed what',
      params: idParams,
      query: pageQuery,
      answer: contract.historyPage,
      fails: [linkNotFound],
      handle: async ({ caller, params, query }) => {
        const page = await links.listVersions(await links.findOwner(caller, params.id), params.id, query);
        return pageBody(
          'history',
          mapPage(page, (version) => toView(version, page.current)),
        );
      },
    }),

    route({
      method: 'POST',
      path: '/api/url/:id/revert',
      scope: 'links:write',
      group,
      summary: 'Give a link the fields of an earlier version, as a new version; its password stays',
      params: idParams,
      body: contract.revertLinkBody,
      answer: contract.revertLinkAnswer,
      fails: [linkNotFound, versionNotFound, aliasTaken, disabledByAdministrator, serverBusy],
      handle: async ({ caller, params, body }) => {
        const owner = caller.workspaceId;
        const { link, version, leftOut } = await links.revert(
          owner,
          params.id,
          body.version,
          statusChanger(caller, owner),
        );
        const warnings = [warnAboutHost(link.url), warnAboutFraming(link)].filter((warning) => warning !== undefined);
        const short = (await links.readShortUrls([link]))(link);
        return ok({ id: params.id, short, version, left_out: leftOut, ...showWarnings(warnings) });
      },
    }),
  ];
}

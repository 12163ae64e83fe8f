import { roleMissing, workspaceNotFound } from '../../../core/workspace-failures.ts';
import { ok } from '../../../http/envelope.ts';
import { idParams } from '../../../http/fields.ts';
import { type Route, route } from '../../../http/route.ts';
import { aliasTaken } from '../link.ts';
import * as contract from './link-take.contract.ts';
import type { LinkTake } from './link-take.service.ts';
import { domainStaysBehind } from './link-take.ts';

interface Parts {
  links: LinkTake;
  /** Returns when every click before the call is counted. */
  waitForClicks(): Promise<void>;
}

export function linkTakeRoutes({ links, waitForClicks }: Parts): Route[] {
  return [
    route({
      method: 'POST',
      path: '/api/workspace/:id/take',
      scope: 'account',
      group: 'Workspaces',
      summary:
        'Move links with their statistics into a workspace; for admins of both workspaces. The links no longer use their campaign, channels, pixels, splash pages and overlays',
      params: idParams,
      body: contract.takeLinksBody,
      answer: contract.takeLinksAnswer,
      fails: [workspaceNotFound, roleMissing, domainStaysBehind, aliasTaken],
      handle: async ({ caller, params, body }) => {
        await waitForClicks();
        return ok({ moved: await links.take(caller, body.links, { from: body.from, to: params.id }) });
      },
    }),
  ];
}

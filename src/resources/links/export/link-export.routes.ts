import { z } from 'zod';
import { ownerScopeOf } from '../../../http/all-users.ts';
import { adminRequired } from '../../../http/failures.ts';
import { type Route, streamRoute } from '../../../http/route.ts';
import { exportLinksQuery } from '../link.contract.ts';
import type { LinkService } from '../link.service.ts';

interface Parts {
  links: LinkService;
  /** Returns when every click before the call is counted. */
  waitForClicks(): Promise<void>;
}

export function linkExportRoutes({ links, waitForClicks }: Parts): Route[] {
  return [
    streamRoute({
      method: 'GET',
      path: '/api/urls.csv',
      scope: 'links:read',
      group: 'Links',
      summary:
        'Download your links with all their fields as CSV, with the filters of `GET /api/urls`; an import reads the file',
      query: exportLinksQuery,
      streams: 'text/csv',
      download: 'links.csv',
      isOneAtATime: true,
      answer: z.string().describe('A header line, then one line for each link, newest first'),
      fails: [adminRequired],
      handle: async ({ caller, query }) => {
        const scope = ownerScopeOf(caller, query.all);
        await waitForClicks();
        return links.exportLinks(scope, query.filters);
      },
    }),
  ];
}

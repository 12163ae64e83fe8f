import { z } from 'zod';
import { type Route, streamRoute } from '../../http/route.ts';
import { streamBytes } from '../../lib/text-stream.ts';

interface Parts {
  /** A zip archive of everything that a workspace has. */
  writeExport(owner: number): AsyncGenerator<Uint8Array>;
  /** Returns when every click before the call is counted. */
  waitForClicks(): Promise<void>;
}

export function exportRoutes({ writeExport, waitForClicks }: Parts): Route[] {
  return [
    streamRoute({
      method: 'GET',
      path: '/api/export.zip',
      scope: 'all:read',
      role: 'admin',
      group: 'Account',
      summary:
        'Download everything of the workspace, with its statistics, as a zip archive of NDJSON files; `signpost import --from signpost` reads it. The key needs all scopes for reading',
      streams: 'application/zip',
      download: 'signpost-export.zip',
      isOneAtATime: true,
      answer: z.string().describe('The archive; it contains hashes of link passwords, and no keys'),
      handle: async ({ caller }) => {
        await waitForClicks();
        return streamBytes(writeExport(caller.workspaceId));
      },
    }),
  ];
}

import { z } from 'zod';
import type { Scope } from '../../core/scope.ts';
import { scopeMissing } from '../../http/account-access.ts';
import { assertScope } from '../../http/assert-may-use.ts';
import { type Route, streamRoute } from '../../http/route.ts';
import { streamBytes } from '../../lib/text-stream.ts';

interface Parts {
  /** A zip archive of everything that a workspace has. */
  writeExport(owner: number): AsyncGenerator<Uint8Array>;
  /** Returns when every click before the call is counted. */
  waitForClicks(): Promise<void>;
}

// An export contains all of these.
const scopes: readonly Scope[] = [
  'links:read',
  'qr:read',
  'campaigns:read',
  'channels:read',
  'bio:read',
  'domains:read',
  'pixels:read',
  'overlays:read',
  'files:read',
  'stats:read',
];

export function exportRoutes({ writeExport, waitForClicks }: Parts): Route[] {
  return [
    streamRoute({
      method: 'GET',
      path: '/api/export.zip',
      scope: 'links:read',
      role: 'admin',
      group: 'Account',
      summary:
        'Download everything of the workspace, with its statistics, as a zip archive of NDJSON files; `signpost import --from signpost` reads it. The key needs all scopes for reading',
      streams: 'application/zip',
      download: 'signpost-export.zip',
      answer: z.string().describe('The archive; it contains hashes of link passwords, and no keys'),
      fails: [scopeMissing],
      handle: async ({ caller }) => {
        for (const scope of scopes) assertScope(caller, scope);
        await waitForClicks();
        return streamBytes(writeExport(caller.workspaceId));
      },
    }),
  ];
}

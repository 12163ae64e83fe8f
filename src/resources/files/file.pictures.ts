import { matchesEtag } from '../../http/matches-etag.ts';
import { refuseUnlessGet } from '../../http/method-refused.ts';
import type { PeerSource } from '../../http/peer.ts';
import { FILES_PATH } from './file.address.ts';
import type { FileService } from './file.service.ts';

/** The dependencies of the public pictures. */
export interface PublicFileParts {
  files: Pick<FileService, 'findByToken'>;
  /** The response if there is no such picture. */
  respondNotFound(request: Request, peers: PeerSource): Promise<Response>;
}

/** Handles a request for a picture of a public page; undefined for any other path. */
export type PublicFileAnswer = (
  request: Request,
  peers: PeerSource,
  path: string,
) => Response | Promise<Response> | undefined;

const NAME = /^([\w-]{1,40})\.png$/;

function headersOf(tag: string): Record<string, string> {
  return {
    'Content-Type': 'image/png',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
    // Cached forever, because a changed picture has a new id and so a new URL.
    'Cache-Control': 'public, max-age=31536000, immutable',
    ETag: `"${tag}"`,
  };
}

export function createPublicFileAnswer({ files, respondNotFound }: PublicFileParts): PublicFileAnswer {
  async function answer(request: Request, peers: PeerSource, name: string): Promise<Response> {
    const [, token = ''] = NAME.exec(name) ?? [];
    const bytes = await files.findByToken(token);
    if (!bytes) return respondNotFound(request, peers);
    const headers = headersOf(token);
    return matchesEtag(request, token)
      ? new Response(null, { status: 304, headers })
      : new Response(Buffer.from(bytes), { headers });
  }

  return (request, peers, path) => {
    if (!path.startsWith(FILES_PATH)) return undefined;
    return refuseUnlessGet(request) ?? answer(request, peers, path.slice(FILES_PATH.length));
  };
}

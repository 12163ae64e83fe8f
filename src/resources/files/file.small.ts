import type { RateWindows } from '../../core/rate-window.ts';
import { refuseUnlessGet } from '../../http/method-refused.ts';
import type { PeerSource } from '../../http/peer.ts';
import { ByteCache } from '../../lib/byte-cache.ts';
import { ConcurrencyLimiter } from '../../lib/concurrency-limiter.ts';
import { limitGroup } from '../../lib/ip.ts';
import { drawSmall } from '../../lib/picture/draw-small.ts';
import type { FileService } from './file.service.ts';

/** The dependencies of the resized pictures. */
export interface SmallPictureParts {
  files: Pick<FileService, 'isShown' | 'findByToken'>;
  /** Limits how many pictures are drawn for each visitor. */
  windows: RateWindows;
  /** The client address, with TRUST_PROXY applied. */
  addressOf(request: Request, peers: PeerSource): string;
  /** The response if there is no such picture. */
  respondNotFound(request: Request, peers: PeerSource): Promise<Response>;
}

/** Handles a request for a resized picture; undefined for any other path. */
export type SmallPictureHandler = (
  request: Request,
  peers: PeerSource,
  path: string,
) => Response | Promise<Response> | undefined;

// Only the widths of `SmallWidth`, because each one is drawn and cached separately.
const PATH = /^\/file\/([\w-]{1,40})\.(240|480|1120)\.webp$/;
const MAX_BYTES = 24_000_000;
const RULE = { limit: 60, windowMs: 60_000 };

function headersOf(type: 'webp' | 'png'): Record<string, string> {
  return {
    'Content-Type': `image/${type}`,
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
    // A PNG replaces the WebP only while the visitor is over the limit, so browsers must not cache it.
    'Cache-Control': type === 'webp' ? 'public, max-age=31536000, immutable' : 'no-store',
  };
}

export function createSmallPictureHandler({
  files,
  windows,
  addressOf,
  respondNotFound,
}: SmallPictureParts): SmallPictureHandler {
  const cache = new ByteCache(MAX_BYTES);
  // Resizing a large picture takes 64 MB of memory, so only one is resized at a time.
  const drawing = new ConcurrencyLimiter(1);

  async function answer(request: Request, peers: PeerSource, token: string, width: number): Promise<Response> {
    const name = `${token} ${width}`;
    // Checked on each request: the cache may still hold a deleted picture.
    if (!(await files.isShown(token))) return respondNotFound(request, peers);
    const cached = cache.find(name);
    if (cached) return new Response(cached, { headers: headersOf('webp') });
    const whole = await files.findByToken(token);
    if (!whole) return respondNotFound(request, peers);
    const verdict = await windows.take(`small:${limitGroup(addressOf(request, peers))}`, RULE);
    if (!verdict.isAllowed) return new Response(Buffer.from(whole), { headers: headersOf('png') });
    const small = await drawing.run(async () => cache.find(name) ?? (await drawSmall(whole, width)));
    cache.keep(name, small);
    return new Response(small, { headers: headersOf('webp') });
  }

  return (request, peers, path) => {
    const [, token, width] = PATH.exec(path) ?? [];
    if (token === undefined) return undefined;
    return refuseUnlessGet(request) ?? answer(request, peers, token, Number(width));
  };
}

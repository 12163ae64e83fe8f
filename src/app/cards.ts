import type { DrawCard } from '../cards/card.ts';
import type { RateWindows } from '../core/rate-window.ts';
import { matchesEtag } from '../http/matches-etag.ts';
import { refuseUnlessGet } from '../http/method-refused.ts';
import type { FindClientAddress, PeerSource } from '../http/peer.ts';
import { ByteCache } from '../lib/byte-cache.ts';
import type { Clock } from '../lib/date-time.ts';
import { limitGroup } from '../lib/ip.ts';
import { tooManyPage } from '../pages/too-many.ts';
import type { Redirector } from '../redirect/redirector.ts';
import type { ItemKind } from '../resources/channels/channel.ts';
import type { CardNames } from './card-names.ts';
import type { CardSource } from './card-sources.ts';
import type { PathHandler } from './path-handler.ts';

interface Parts {
  names: CardNames;
  sources: Record<ItemKind, CardSource>;
  draw: DrawCard;
  /** Counts the drawn pictures of each visitor. */
  windows: RateWindows;
  findClientAddress: FindClientAddress;
  respondNotFound: Redirector['respondNotFound'];
  now: Clock;
}

const MAX_CACHE_BYTES = 16_000_000;
const RULE = { limit: 120, windowMs: 60_000 };

function headersOf(tag: string): Record<string, string> {
  return {
    'Content-Type': 'image/png',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
    // A link may get a password at any time, so clients must revalidate. Revalidation draws nothing.
    'Cache-Control': 'private, no-cache',
    ETag: `"${tag}"`,
  };
}

/** Handles preview pictures, `/card/…`. */
export function createCardHandler(parts: Parts): PathHandler {
  const { names, sources, draw, windows, findClientAddress, respondNotFound, now } = parts;
  const cache = new ByteCache(MAX_CACHE_BYTES);

  async function respond(request: Request, peers: PeerSource, path: string): Promise<Response> {
    const item = names.read(path);
    const card = item && (await sources[item.kind](item.id));
    if (!card) return respondNotFound(request, peers);
    const headers = headersOf(card.tag);
    if (matchesEtag(request, card.tag)) return new Response(null, { status: 304, headers });
    const kept = cache.find(card.tag);
    if (kept) return new Response(kept, { headers });
    const verdict = await windows.take(`draw:card:${limitGroup(findClientAddress(request, peers))}`, RULE);
    if (!verdict.isAllowed) return tooManyPage('en', (verdict.resetAtMs - now()) / 1000);
    const bytes = await cache.make(card.tag, async () => {
      const content = await card.read();
      return content && draw(content);
    });
    // A part of the card changed while it was read; the next request gets the new picture.
    if (!bytes) return new Response(null, { status: 503, headers: { 'Retry-After': '1' } });
    return new Response(bytes, { headers });
  }

  return (request, peers, path) => {
    if (!path.startsWith('/card/')) return undefined;
    return refuseUnlessGet(request) ?? respond(request, peers, path);
  };
}

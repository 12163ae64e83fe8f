import type { DrawCard } from '../cards/card.ts';
import type { RateWindows } from '../core/rate-window.ts';
import { knowsTag } from '../http/known-tag.ts';
import { methodRefused } from '../http/method-refused.ts';
import type { PeerSource } from '../http/peer.ts';
import { ByteCache } from '../lib/byte-cache.ts';
import type { Clock } from '../lib/date-time.ts';
import { clientAddress, limitGroup } from '../lib/ip.ts';
import { tooManyPage } from '../pages/too-many.ts';
import type { Redirector } from '../redirect/redirector.ts';
import type { ItemKind } from '../resources/channels/channel.ts';
import type { CardNames } from './card-names.ts';
import type { CardSource } from './card-sources.ts';

/** What preview pictures need from the rest of the house. */
export interface CardParts {
  names: CardNames;
  sources: Record<ItemKind, CardSource>;
  draw: DrawCard;
  /** Counts what each visitor has drawn. */
  windows: RateWindows;
  isTrusted(address: string): boolean;
  answerMiss: Redirector['answerMiss'];
  now: Clock;
}

/** Answers requests for preview pictures; undefined where the path is none of theirs. */
export type CardDoor = (request: Request, peers: PeerSource, path: string) => Promise<Response> | Response | undefined;

const MAX_CACHE_BYTES = 16_000_000;
const RULE = { limit: 120, windowMs: 60_000 };

function headersOf(tag: string): Record<string, string> {
  return {
    'Content-Type': 'image/png',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
    // A link may get a password at any time; to ask whether something changed costs no drawing.
    'Cache-Control': 'private, no-cache',
    ETag: `"${tag}"`,
  };
}

export function openCards(parts: CardParts): CardDoor {
  const { names, sources, draw, windows, isTrusted, answerMiss, now } = parts;
  const cache = new ByteCache(MAX_CACHE_BYTES);

  async function answer(request: Request, peers: PeerSource, path: string): Promise<Response> {
    const item = names.read(path);
    const card = item && (await sources[item.kind](item.id));
    if (!card) return answerMiss(request, peers);
    const headers = headersOf(card.tag);
    if (knowsTag(request, card.tag)) return new Response(null, { status: 304, headers });
    const kept = cache.find(card.tag);
    if (kept) return new Response(kept, { headers });
    const peer = peers.requestIP(request)?.address ?? '';
    const address = clientAddress(peer, request.headers.get('X-Forwarded-For'), isTrusted);
    const verdict = await windows.take(`draw:card:${limitGroup(address)}`, RULE);
    if (!verdict.isAllowed) return tooManyPage('en', (verdict.resetAtMs - now()) / 1000);
    const bytes = await cache.make(card.tag, async () => {
      const content = await card.read();
      return content && draw(content);
    });
    // A part of it has just been changed: whoever asks again gets the new one.
    if (!bytes) return new Response(null, { status: 503, headers: { 'Retry-After': '1' } });
    return new Response(bytes, { headers });
  }

  return (request, peers, path) => {
    if (!path.startsWith('/card/')) return undefined;
    if (request.method !== 'GET' && request.method !== 'HEAD') return methodRefused('GET, HEAD');
    return answer(request, peers, path);
  };
}

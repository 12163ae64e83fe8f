import { ALIAS } from '../core/alias.ts';
import { isReserved } from '../core/reserved-words.ts';
import { refuseUnlessGet } from '../http/method-refused.ts';
import { type PeerSource, peerAddress } from '../http/peer.ts';
import type { Clock } from '../lib/date-time.ts';
import type { Log } from '../lib/log.ts';
import { utmQueryOf } from '../lib/utm-query.ts';
import { gonePage } from '../pages/gone.ts';
import { languageOf } from '../pages/texts.ts';
import { unavailablePage } from '../pages/unavailable.ts';
import type { BioService } from '../resources/bio/bio.service.ts';
import type { BioAddress } from '../resources/bio/bio.ts';
import { type BioSnapshot, snapshotOfBio } from './bio-snapshot.ts';
import type { VisitedHost } from './hosts.ts';
import type { CaptureVisit } from './record-click.ts';
import { redirectResponse } from './respond.ts';
import type { SnapshotCache } from './snapshot-cache.ts';

/** Reads and shows bio pages. */
export interface BioPages {
  load(address: BioAddress): Promise<BioSnapshot | null>;
  respond(request: Request, peer: string, snapshot: BioSnapshot): Response;
}

export function createBioPages(
  bioPages: Pick<BioService, 'findPublished'>,
  capture: CaptureVisit,
  now: Clock,
): BioPages {
  return {
    async load(address) {
      const found = await bioPages.findPublished(address);
      return found ? snapshotOfBio(found) : null;
    },

    respond(request, peer, { bioId, page, headers, isDisabled }) {
      if (isDisabled) return gonePage(languageOf(request), 'disabled');
      const { headers: sent, method } = request;
      const isHead = method === 'HEAD';
      capture({
        noun: 'bio',
        id: bioId,
        headers: sent,
        peer,
        at: now(),
        isHead,
        isScan: false,
        utm: '',
        route: '',
      });
      return new Response(page, { headers });
    },
  };
}

/** The dependencies of clicks on blocks. */
export interface BioBlockParts {
  cache: SnapshotCache;
  capture: CaptureVisit;
  /** The response if there is no such block. */
  respondNotFound(request: Request, peers: PeerSource, redirectUrl: string | null): Promise<Response>;
  now: Clock;
  log: Log;
}

/** Handles clicks on the blocks of bio pages; undefined for any other path. */
export type BioBlockHandler = (
  request: Request,
  peers: PeerSource,
  path: string,
  host: Pick<VisitedHost, 'prefix' | 'redirect404'>,
) => Response | Promise<Response> | undefined;

const PATH = /^\/([^/]+)\/([1-9]\d{0,14})$/;

export function createBioBlockHandler({ cache, capture, respondNotFound, now, log }: BioBlockParts): BioBlockHandler {
  async function handle(
    request: Request,
    peers: PeerSource,
    { key, redirect404 }: { key: string; redirect404: string | null },
    id: number,
  ): Promise<Response> {
    let snapshot = cache.peek(key);
    try {
      if (snapshot === undefined) snapshot = await cache.load(key);
    } catch (error) {
      log.error('a bio page could not be looked up', { error });
      return unavailablePage(languageOf(request));
    }
    const bio = snapshot?.kind === 'bio-page' ? snapshot : undefined;
    const destination = bio?.destinations.get(id);
    if (destination === undefined) return respondNotFound(request, peers, redirect404);
    if (bio?.isDisabled) return gonePage(languageOf(request), 'disabled');
    const { headers, method } = request;
    const peer = peerAddress(request, peers);
    capture({
      noun: 'block',
      id,
      headers,
      peer,
      at: now(),
      isHead: method === 'HEAD',
      isScan: false,
      utm: utmQueryOf(destination),
      route: '',
    });
    return redirectResponse(destination, 302);
  }

  return (request, peers, path, { prefix, redirect404 }) => {
    const [, slug, id] = PATH.exec(path) ?? [];
    if (slug === undefined || !ALIAS.test(slug) || isReserved(slug)) return undefined;
    return refuseUnlessGet(request) ?? handle(request, peers, { key: prefix + slug, redirect404 }, Number(id));
  };
}

import { ALIAS } from '../core/alias.ts';
import { isReserved } from '../core/reserved-words.ts';
import { methodRefused } from '../http/method-refused.ts';
import { type PeerSource, peerAddress } from '../http/peer.ts';
import type { Clock } from '../lib/date-time.ts';
import type { Log } from '../lib/log.ts';
import { gonePage } from '../pages/gone.ts';
import { languageOf } from '../pages/texts.ts';
import { unavailablePage } from '../pages/unavailable.ts';
import type { BioService } from '../resources/bio/bio.service.ts';
import { type BioSnapshot, snapshotOfBio } from './bio-snapshot.ts';
import { redirectResponse } from './respond.ts';
import type { SnapshotCache } from './snapshot-cache.ts';

/** Takes down a visit of a page or of a block; never throws and never waits. */
type Capture = (request: Request, peer: string, noun: 'bio' | 'block', id: number, at: number, isHead: boolean) => void;

/** Shows bio pages, which are found where no link has the name. */
export interface BioPages {
  load(slug: string): Promise<BioSnapshot | null>;
  answer(request: Request, peer: string, snapshot: BioSnapshot): Response;
}

export function createBioPages(bioPages: Pick<BioService, 'findPublished'>, capture: Capture, now: Clock): BioPages {
  return {
    async load(slug) {
      const found = await bioPages.findPublished(slug);
      return found ? snapshotOfBio(found) : null;
    },

    answer(request, peer, { bioId, page, headers, isDisabled }) {
      if (isDisabled) return gonePage(languageOf(request), 'disabled');
      capture(request, peer, 'bio', bioId, now(), request.method === 'HEAD');
      return new Response(page, { headers });
    },
  };
}

/** The dependencies of clicks on blocks. */
export interface BioBlockParts {
  cache: SnapshotCache;
  capture: Capture;
  /** The answer where there is no such block. */
  answerMiss(request: Request, peers: PeerSource): Promise<Response>;
  now: Clock;
  log: Log;
}

/** Answers clicks on the blocks of bio pages; undefined where the path is none of them. */
export type BioBlockHandler = (
  request: Request,
  peers: PeerSource,
  path: string,
) => Response | Promise<Response> | undefined;

const PATH = /^\/([^/]+)\/([1-9]\d{0,14})$/;

export function createBioBlockHandler({ cache, capture, answerMiss, now, log }: BioBlockParts): BioBlockHandler {
  async function answer(request: Request, peers: PeerSource, slug: string, id: number): Promise<Response> {
    let snapshot = cache.peek(slug);
    try {
      if (snapshot === undefined) snapshot = await cache.load(slug);
    } catch (error) {
      log.error('a bio page could not be looked up', { error });
      return unavailablePage(languageOf(request));
    }
    const bio = snapshot?.kind === 'bio-page' ? snapshot : undefined;
    const target = bio?.targets.get(id);
    if (target === undefined) return answerMiss(request, peers);
    if (bio?.isDisabled) return gonePage(languageOf(request), 'disabled');
    capture(request, peerAddress(request, peers), 'block', id, now(), request.method === 'HEAD');
    return redirectResponse(target, 302);
  }

  return (request, peers, path) => {
    const [, slug, id] = PATH.exec(path) ?? [];
    if (slug === undefined || !ALIAS.test(slug) || isReserved(slug)) return undefined;
    if (request.method !== 'GET' && request.method !== 'HEAD') return methodRefused('GET, HEAD');
    return answer(request, peers, slug, Number(id));
  };
}

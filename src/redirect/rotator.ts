import { ALIAS } from '../core/alias.ts';
import type { PeerSource } from '../http/peer.ts';
import { splitUrl } from '../http/request-url.ts';
import type { Log } from '../lib/log.ts';
import { withQuery } from '../lib/url.ts';
import { languageOf } from '../pages/texts.ts';
import { unavailablePage } from '../pages/unavailable.ts';
import type { Redirector } from './redirector.ts';
import { redirectResponse } from './respond.ts';
import { pickCandidate, type RotatorLink, withoutCandidate } from './rotation.ts';
import { createRotationCache, type FoundRotation, type RotationCache, type RotationSources } from './rotation-cache.ts';
import type { PickOutcome } from './visit-picked-link.ts';

/** The dependencies of rotators. */
export interface RotatorParts extends RotationSources {
  redirector: Pick<Redirector, 'visitPickedLink' | 'respondNotFound'>;
  /** Numbers from 0 to 1. */
  random(): number;
  log: Log;
}

/** Handles visits of rotators: picks a link of the campaign and visits it. */
export interface Rotator extends Pick<RotationCache, 'forgetSlug' | 'forgetLinks'> {
  handle(request: Request, peers: PeerSource, slug: string): Response | Promise<Response>;
}

/** A request to a rotator, and the rotation that was found for it. */
interface RotatorVisit extends FoundRotation {
  request: Request;
  peers: PeerSource;
}

// Ended links are removed from the cached rotation, so a visit reaches this only if many links have just ended on another node.
const MAX_PICKS = 100;

function redirectToShortUrl(request: Request, { shortUrl }: RotatorLink): Response {
  return redirectResponse(withQuery(shortUrl, [], splitUrl(request.url).query), 302);
}

export function createRotator(parts: RotatorParts): Rotator {
  const { redirector, random, now, log } = parts;
  const rotations = createRotationCache(parts);

  /** Waits for the first link; while a link is refused, picks another one. */
  async function pickAgain(
    visit: RotatorVisit,
    firstLink: RotatorLink,
    first: PickOutcome | Promise<PickOutcome>,
  ): Promise<Response> {
    const { request, peers, campaignId } = visit;
    let { rotation } = visit;
    let isStoreAvailable = true;
    let link = firstLink;
    let outcome = await first;
    for (let picks = 1; outcome.kind === 'refused'; picks += 1) {
      if (outcome.reason === 'needs-form') return redirectToShortUrl(request, link);
      if (outcome.reason === 'ended') rotations.drop(campaignId, link);
      else isStoreAvailable = false;
      rotation = withoutCandidate(rotation, link, now());
      const next = picks < MAX_PICKS ? pickCandidate(rotation, random()) : undefined;
      if (!next) {
        return isStoreAvailable ? redirector.respondNotFound(request, peers) : unavailablePage(languageOf(request));
      }
      link = next;
      outcome = await redirector.visitPickedLink({ request, peers, link, isStoreAvailable });
    }
    return outcome.response;
  }

  /** Picks a link and visits it. A cached link that responds at once does so without a promise. */
  function rotate(visit: RotatorVisit): Response | Promise<Response> {
    const { request, peers } = visit;
    const link = pickCandidate(visit.rotation, random());
    if (!link) return redirector.respondNotFound(request, peers);
    const outcome = redirector.visitPickedLink({ request, peers, link, isStoreAvailable: true });
    const isResponse = !(outcome instanceof Promise) && outcome.kind === 'response';
    return isResponse ? outcome.response : pickAgain(visit, link, outcome);
  }

  async function loadAndRotate(request: Request, peers: PeerSource, slug: string): Promise<Response> {
    let found: FoundRotation | null;
    try {
      found = await rotations.load(slug);
    } catch (error) {
      log.error('a rotator could not be looked up', { error });
      return unavailablePage(languageOf(request));
    }
    return found ? rotate({ ...found, request, peers }) : redirector.respondNotFound(request, peers);
  }

  return {
    forgetSlug: rotations.forgetSlug,
    forgetLinks: rotations.forgetLinks,

    handle(request, peers, slug) {
      const found = ALIAS.test(slug) ? rotations.peek(slug) : null;
      if (found === undefined) return loadAndRotate(request, peers, slug);
      return found ? rotate({ ...found, request, peers }) : redirector.respondNotFound(request, peers);
    },
  };
}

import { ALIAS } from '../core/alias.ts';
import type { PeerSource } from '../http/peer.ts';
import { splitUrl } from '../http/request-url.ts';
import type { Clock } from '../lib/date-time.ts';
import type { Log } from '../lib/log.ts';
import { withQuery } from '../lib/url.ts';
import { languageOf } from '../pages/texts.ts';
import { unavailablePage } from '../pages/unavailable.ts';
import type { CampaignService } from '../resources/campaigns/campaign.service.ts';
import type { LinkService } from '../resources/links/link.service.ts';
import type { Redirector } from './redirector.ts';
import { redirectResponse } from './respond.ts';
import {
  bytesOfRotation,
  newRotation,
  pickFrom,
  type Rotation,
  type RotatorLink,
  withoutCandidate,
} from './rotation.ts';
import { cacheRules, StoreCache } from './store-cache.ts';

/** The dependencies of rotators. */
export interface RotatorParts {
  campaigns: Pick<CampaignService, 'findPublicId'>;
  links: Pick<LinkService, 'findCandidates' | 'readShortUrls'>;
  redirector: Pick<Redirector, 'answerAs' | 'answerMiss'>;
  /** Numbers from 0 to 1. */
  random(): number;
  now: Clock;
  log: Log;
}

/** Answers visits to rotators, each by one of its campaign's links. */
export interface Rotator {
  answer(request: Request, peers: PeerSource, slug: string): Response | Promise<Response>;
  /** Must be called when a campaign has another slug, or is not public as it was. */
  forgetSlug(slug: string): void;
  /** Must be called when a campaign has other links, or one of them has changed. */
  forgetLinks(campaignId: number): void;
}

const SLUG_BYTES = 300;
const MAX_SLUG_BYTES = 8_000_000;
const MAX_ROTATION_BYTES = 32_000_000;
// Those found to be over are not tried again, so that only a campaign that has just ended elsewhere comes near it.
const MAX_TRIES = 100;

export function createRotator({ campaigns, links, redirector, random, now, log }: RotatorParts): Rotator {
  const ids = new StoreCache<{ id: number }>(
    async (slug) => {
      const id = await campaigns.findPublicId(slug);
      return id === undefined ? null : { id };
    },
    () => SLUG_BYTES,
    { ...cacheRules, maxBytes: MAX_SLUG_BYTES },
  );
  const rotations = new StoreCache<Rotation>(
    async (id) => {
      const found = await links.findCandidates(Number(id));
      const shortUrlOf = await links.readShortUrls(found);
      return newRotation(found.map((link) => ({ ...link, shortUrl: shortUrlOf(link) })));
    },
    bytesOfRotation,
    { ...cacheRules, maxBytes: MAX_ROTATION_BYTES },
  );

  function answerUnavailable(request: Request): Response {
    return unavailablePage(languageOf(request));
  }

  function toShortUrl(request: Request, { shortUrl }: RotatorLink): Response {
    return redirectResponse(withQuery(shortUrl, [], splitUrl(request.url).query), 302);
  }

  function rotate(request: Request, peers: PeerSource, known: Rotation): Response | Promise<Response> {
    const at = now();
    let rotation = known;
    let tries = 0;
    let isStoreAway = false;

    function turn(): Response | Promise<Response> {
      const link = tries < MAX_TRIES ? pickFrom(rotation, random(), at) : undefined;
      tries += 1;
      if (!link) return isStoreAway ? answerUnavailable(request) : redirector.answerMiss(request, peers);
      return redirector.answerAs(request, peers, {
        ...link,
        isStoreAway,
        instead(refusal) {
          if (refusal === 'form') return toShortUrl(request, link);
          rotation = withoutCandidate(rotation, link);
          if (refusal === 'away') isStoreAway = true;
          // Nobody needs to find out again.
          else Object.assign(known, withoutCandidate(known, link));
          return turn();
        },
      });
    }

    return turn();
  }

  async function load(slug: string): Promise<Rotation | null> {
    const found = ids.peek(slug) ?? (await ids.load(slug));
    if (!found) return null;
    const key = String(found.id);
    return rotations.peek(key) ?? (await rotations.load(key));
  }

  async function answerUnknown(request: Request, peers: PeerSource, slug: string): Promise<Response> {
    let rotation: Rotation | null;
    try {
      rotation = await load(slug);
    } catch (error) {
      log.error('a rotator could not be looked up', { error });
      return answerUnavailable(request);
    }
    return rotation ? rotate(request, peers, rotation) : redirector.answerMiss(request, peers);
  }

  return {
    forgetSlug: (slug) => ids.forget(slug),
    forgetLinks: (campaignId) => rotations.forget(String(campaignId)),

    answer(request, peers, slug) {
      if (!ALIAS.test(slug)) return redirector.answerMiss(request, peers);
      const found = ids.peek(slug);
      if (found === null) return redirector.answerMiss(request, peers);
      const rotation = found && rotations.peek(String(found.id));
      return rotation ? rotate(request, peers, rotation) : answerUnknown(request, peers, slug);
    },
  };
}

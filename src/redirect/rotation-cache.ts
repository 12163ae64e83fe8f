import type { Clock } from '../lib/date-time.ts';
import type { CampaignService } from '../resources/campaigns/campaign.service.ts';
import type { LinkService } from '../resources/links/link.service.ts';
import {
  bytesOfRotation,
  createRotation,
  type Rotation,
  type RotatorLink,
  startCandidates,
  withoutCandidate,
} from './rotation.ts';
import { cacheRules, StoreCache } from './store-cache.ts';

/** The services that rotations are read from. */
export interface RotationSources {
  campaigns: Pick<CampaignService, 'findPublicId'>;
  links: Pick<LinkService, 'findCandidates' | 'readShortUrls'>;
  now: Clock;
  loadLimitMs?: number | undefined;
}

/** The rotation of a public campaign. */
export interface FoundRotation {
  campaignId: number;
  rotation: Rotation;
}

/** Caches the rotations of recently visited rotators. */
export interface RotationCache {
  /** The cached rotation of a slug; null if there is no such rotator, undefined if `load` must be called. */
  peek(slug: string): FoundRotation | null | undefined;
  /** Queries the store; throws if it is unavailable and nothing is cached. */
  load(slug: string): Promise<FoundRotation | null>;
  /** Removes a candidate that has ended, so that no other visit tries it. */
  drop(campaignId: number, link: RotatorLink): void;
  /** Must be called when a campaign has another slug or is no longer public. */
  forgetSlug(slug: string): void;
  /** Must be called when links of a campaign have changed. */
  forgetLinks(campaignId: number): void;
}

const SLUG_BYTES = 300;
const MAX_SLUG_BYTES = 8_000_000;
const MAX_ROTATION_BYTES = 32_000_000;

export function createRotationCache({
  campaigns,
  links,
  now,
  loadLimitMs = cacheRules.loadLimitMs,
}: RotationSources): RotationCache {
  const ids = new StoreCache<{ id: number }>(
    async (slug) => {
      const id = await campaigns.findPublicId(slug);
      return id === undefined ? null : { id };
    },
    () => SLUG_BYTES,
    { ...cacheRules, maxBytes: MAX_SLUG_BYTES, loadLimitMs },
  );
  const rotations = new StoreCache<Rotation>(
    async (id) => {
      const candidates = await links.findCandidates(Number(id));
      const shortUrlOf = await links.readShortUrls(candidates);
      return createRotation(
        candidates.map((link) => ({ ...link, shortUrl: shortUrlOf(link) })),
        now(),
      );
    },
    bytesOfRotation,
    { ...cacheRules, maxBytes: MAX_ROTATION_BYTES, loadLimitMs },
  );

  function replace(key: string, cached: Rotation, current: Rotation): Rotation {
    if (current !== cached) rotations.replace(key, cached, current);
    return current;
  }

  function toFound(campaignId: number, cached: Rotation): FoundRotation {
    return { campaignId, rotation: replace(String(campaignId), cached, startCandidates(cached, now())) };
  }

  return {
    peek(slug) {
      const campaign = ids.peek(slug);
      if (!campaign) return campaign;
      const rotation = rotations.peek(String(campaign.id));
      return rotation && toFound(campaign.id, rotation);
    },

    async load(slug) {
      const campaign = ids.peek(slug) ?? (await ids.load(slug));
      if (!campaign) return null;
      const key = String(campaign.id);
      const rotation = rotations.peek(key) ?? (await rotations.load(key));
      return rotation && toFound(campaign.id, rotation);
    },

    drop(campaignId, link) {
      const key = String(campaignId);
      const cached = rotations.lastKnown(key);
      if (cached?.candidates.includes(link)) replace(key, cached, withoutCandidate(cached, link, now()));
    },

    forgetSlug: (slug) => ids.forget(slug),
    forgetLinks: (campaignId) => rotations.forget(String(campaignId)),
  };
}

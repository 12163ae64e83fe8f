import type { FiredPixel } from '../pages/pixels/pixel-tags.ts';
import {
  type LinkRules,
  type LinkStatus,
  type LinkType,
  type LocationTarget,
  type RedirectCode,
  titleOf,
  type VisitedLink,
} from '../resources/links/link.ts';
import { vendorTypeOf } from '../resources/pixels/pixel.ts';
import { type Interstitial, type InterstitialKey, isEmpty } from './interstitial.ts';

/** What a link has beyond a target; most links have none of it. */
export interface Conditions {
  status: LinkStatus;
  startsAt: number | null;
  expiresAt: number | null;
  expiryUrl: string | null;
  /** Whether each click has to be taken from a store of so many. */
  isCounted: boolean;
  /** Whether all of them are gone; a redirect that finds it out notes it here. */
  isSpent: boolean;
  passwordHash: string | null;
  /** Regions stand before countries: they say more, whatever order they were written in. */
  rules: LinkRules;
  /** The languages of its rules, in their order. */
  languages: string[];
  type: LinkType;
  /** What the link shows of its owner's own. */
  interstitial: Interstitial | null;
  /** Targets that cannot be framed. */
  unframed: string[];
  pixels: (FiredPixel & { id: number })[];
  meta: { title: string; description: string; image: string } | null;
}

/** All that a redirect must know of a link. */
export interface Snapshot {
  linkId: number;
  alias: string;
  url: string;
  /** The title that its owner gave it; may be empty. */
  title: string;
  code: RedirectCode;
  isQueryForwarded: boolean;
  createdAt: number;
  /** Null for a plain link, which is then answered at once. */
  conditions: Conditions | null;
}

function byRegion(one: LocationTarget, other: LocationTarget): number {
  return Number(other.region !== '') - Number(one.region !== '');
}

/** How the link leads on now: what it should show may have just been deleted, or have nothing to show. */
function typeOf({ type, interstitialId }: VisitedLink, interstitial: Interstitial | null): LinkType {
  if (interstitialId === null) return type;
  if (interstitial === null) return 'direct';
  return interstitial.kind === 'overlay' && isEmpty(interstitial.look) ? 'frame' : type;
}

function conditionsOf(link: VisitedLink, interstitial: Interstitial | null): Conditions {
  const { status, startsAt, expiresAt, expiryUrl, maxClicks, passwordHash, unframed } = link;
  const type = typeOf(link, interstitial);
  const rules = { ...link.rules, locations: [...link.rules.locations].sort(byRegion) };
  const languages = rules.languages.map(({ language }) => language);
  const isCounted = maxClicks !== null;
  const isSpent = isCounted && link.spentClicks >= maxClicks;
  const { metaTitle: title, metaDescription: description, metaImage: image } = link;
  const hasMeta = title !== '' || description !== '' || image !== '';
  const meta = hasMeta ? { title: title || titleOf(link), description, image } : null;
  const pixels = (link.pixels ?? []).map(({ id, type: own, tag }) => ({ id, vendor: vendorTypeOf(own), tag }));
  return {
    ...{ status, startsAt, expiresAt, expiryUrl, isCounted, isSpent, passwordHash },
    ...{ rules, languages, type, interstitial, unframed, pixels, meta },
  };
}

/** Whether the link sends everyone to one place at any time. */
function isPlain(conditions: Conditions): boolean {
  const { status, startsAt, expiresAt, isCounted, passwordHash, rules, type, pixels, meta } = conditions;
  const hasTimes = startsAt !== null || expiresAt !== null || isCounted;
  const hasRules = rules.locations.length + rules.devices.length + rules.languages.length + rules.parameters.length > 0;
  const hasPages = type !== 'direct' || passwordHash !== null || meta !== null || pixels.length > 0;
  return status === 'active' && !hasPages && !hasTimes && !hasRules;
}

/** The part of a link that a redirect needs. */
export function takeSnapshot(link: VisitedLink, interstitial: Interstitial | null = null): Snapshot {
  const conditions = conditionsOf(link, interstitial);
  return {
    linkId: link.id,
    alias: link.alias,
    url: link.url,
    title: link.metaTitle,
    code: link.redirectCode,
    isQueryForwarded: link.isQueryForwarded,
    createdAt: link.createdAt,
    conditions: isPlain(conditions) ? null : conditions,
  };
}

/** Whether this pixel fires on the link. */
export function carriesPixel({ conditions }: Snapshot, id: number): boolean {
  return conditions?.pixels.some((pixel) => pixel.id === id) ?? false;
}

/** Whether the link shows this splash page or overlay. */
export function showsInterstitial({ conditions }: Snapshot, { kind, id }: InterstitialKey): boolean {
  const shown = conditions?.interstitial;
  return shown?.kind === kind && shown.id === id;
}

// What the objects around the texts take, seen by filling a cache and dividing.
const OBJECT_BYTES = 450;

/** About how much memory a snapshot takes. */
export function bytesOf({ alias, url, title, conditions }: Snapshot): number {
  const rest = conditions ? JSON.stringify(conditions).length * 2 : 0;
  return OBJECT_BYTES + alias.length + url.length + title.length + rest;
}

import type { FiredPixel } from '../pages/pixels/fired-pixel.ts';
import type {
  LinkRules,
  LinkStatus,
  LinkType,
  LocationTarget,
  RedirectCode,
} from '../resources/links/rules/link-rules.ts';

// The dashboard's simulator is made of this and of decide.ts, so nothing that knows the server may be imported here.

/** What a link has beyond a target; most links have none of it. */
export interface LinkOptions {
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
  /** Targets that cannot be framed. */
  unframed: string[];
  pixels: (FiredPixel & { id: number })[];
  meta: { title: string; description: string; image: string } | null;
}

/** What a decision must know of a link. */
export interface DecidedLink {
  linkId: number;
  url: string;
  code: RedirectCode;
  isQueryForwarded: boolean;
  /** Null for a plain link, which is then answered at once. */
  options: LinkOptions | null;
}

function byRegion(one: LocationTarget, other: LocationTarget): number {
  return Number(other.region !== '') - Number(one.region !== '');
}

/** The part of a link that options are made of. */
export interface OptionSource
  extends Pick<LinkOptions, 'status' | 'startsAt' | 'expiresAt' | 'expiryUrl' | 'passwordHash' | 'unframed' | 'rules'> {
  maxClicks: number | null;
  spentClicks: number;
  metaTitle: string;
  metaDescription: string;
  metaImage: string;
}

/** What must be looked up beside the link; `title` is for a card that has none of its own. */
export interface OptionFacts extends Pick<LinkOptions, 'type' | 'pixels'> {
  title: string;
}

/** What a link has beyond a target. */
export function linkOptionsOf(link: OptionSource, facts: OptionFacts): LinkOptions {
  const { status, startsAt, expiresAt, expiryUrl, maxClicks, passwordHash, unframed } = link;
  const { type, pixels } = facts;
  const rules = { ...link.rules, locations: [...link.rules.locations].sort(byRegion) };
  const languages = rules.languages.map(({ language }) => language);
  const isCounted = maxClicks !== null;
  const isSpent = isCounted && link.spentClicks >= maxClicks;
  const { metaTitle: title, metaDescription: description, metaImage: image } = link;
  const hasMeta = title !== '' || description !== '' || image !== '';
  const meta = hasMeta ? { title: title || facts.title, description, image } : null;
  return {
    ...{ status, startsAt, expiresAt, expiryUrl, isCounted, isSpent, passwordHash },
    ...{ rules, languages, type, unframed, pixels, meta },
  };
}

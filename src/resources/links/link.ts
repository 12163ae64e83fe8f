import { type ApiMessage, warning } from '../../core/api-messages.ts';
import { failure } from '../../core/errors.ts';
import type { DisabledBy } from '../../core/take-down.ts';
import type { Parameter } from '../../lib/url.ts';
import { hostOf, hostOfNormalized } from '../../lib/url.ts';
import type { Pixel } from '../pixels/pixel.ts';
import type { LinkApp } from './app-target.ts';
import type { LinkStatus, LinkType, RedirectCode } from './link-values.ts';
import type { UnknownRules } from './rules/link-rules.ts';
import { findRuleProblem, nameOrPosition, type RoutingRule, routingDestinationsIn } from './rules/routing-rule.ts';
import type { LinkRule } from './rules/rule-kinds.ts';

// Not from domain.ts, which loads the list of public suffixes: the thread that counts needs only this constant.
export { MAIN_DOMAIN } from '../domains/main-domain.ts';
export * from './link-values.ts';

/** A short link. */
export interface Link {
  id: number;
  userId: number;
  domainId: number;
  alias: string;
  url: string;
  description: string;
  type: LinkType;
  /** The id of the custom splash page or overlay that the link shows. */
  interstitialId: number | null;
  passwordHash: string | null;
  expiresAt: number | null;
  startsAt: number | null;
  expiryUrl: string | null;
  maxClicks: number | null;
  /** Clicks used so far; up to date only if maxClicks is set. */
  spentClicks: number;
  status: LinkStatus;
  /** Null if it is active. */
  disabledBy: DisabledBy | null;
  isQueryForwarded: boolean;
  redirectCode: RedirectCode;
  /** The entries of the lists `geotarget`, `devicetarget` and `languagetarget`. */
  rules: LinkRule[];
  /** The ordered rules, `rules` of the API. Redirects try them before the lists. */
  routingRules: RoutingRule[];
  /** Rules that a newer version stored; updates of the link keep them. */
  unknownRules: UnknownRules;
  /** Query parameters that are set on every destination. */
  parameters: Parameter[];
  metaTitle: string;
  metaDescription: string;
  metaImage: string;
  clicks: number;
  /** The clicks of another service before the link was imported; `clicks` contains them, statistics do not. */
  importedClicks: number;
  createdAt: number;
  /** Its campaign; a link is in at most one. */
  campaignId: number | null;
  /** Its weight in the rotator of its campaign. */
  campaignWeight: number;
  /** The destinations that are known to forbid framing. */
  unframed: string[];
  /** The apps that open it. */
  app: LinkApp | null;
  /** Whether visitors in the browser of an app get a page that opens their own browser. */
  leavesApps: boolean;
}

/** The fields of a link that lists of the API show, which are faster to read than all of them. */
export type LinkSummary = Omit<
  Link,
  | 'type'
  | 'interstitialId'
  | 'expiryUrl'
  | 'isQueryForwarded'
  | 'redirectCode'
  | 'metaImage'
  | 'importedClicks'
  | 'campaignWeight'
  | 'unframed'
  | 'app'
  | 'leavesApps'
>;

/** A link that a rotator may pick. */
export interface RotatorCandidate {
  id: number;
  domainId: number;
  alias: string;
  weight: number;
  startsAt: number | null;
}

/** The fields of a link that a public list page needs; not all of them are shown. */
export type ListedLink = Pick<Link, 'domainId' | 'alias' | 'url' | 'metaTitle' | 'type' | 'passwordHash' | 'maxClicks'>;

/** The prefix of tallies that count the links of a campaign; the id follows. */
export const CAMPAIGN_TALLY = 'campaign ';

export function campaignTally(campaignId: number): string {
  return CAMPAIGN_TALLY + campaignId;
}

/** A pixel of a link. */
export type LinkPixel = Pick<Pixel, 'id' | 'type' | 'tag'>;

/** A link with everything that a redirect needs. */
export interface VisitedLink extends Link {
  /** Omitted if it has none. */
  pixels?: LinkPixel[];
}

// Limited, because one link could otherwise make this server request hundreds of sites.
const MAX_FRAMED = 10;

/** The fields that decide whether the destinations of a link are framed. */
export type FramedLink = Pick<Link, 'type' | 'url' | 'rules' | 'routingRules' | 'unframed'>;

/** The destinations that a link shows in a frame, with or without an overlay. */
export function framedDestinations({ type, url, rules, routingRules }: Omit<FramedLink, 'unframed'>): string[] {
  if (type !== 'frame' && type !== 'overlay') return [];
  const ofRules = routingDestinationsIn(routingRules).map(([, href]) => href);
  return [...new Set([url, ...rules.map(({ link }) => link), ...ofRules])].slice(0, MAX_FRAMED);
}

/** The destinations that cannot be framed; one without a new result keeps its previous result. */
export function findUnframed(destinations: string[], known: Map<string, boolean>, before: string[]): string[] {
  return destinations.filter((destination) => !(known.get(destination) ?? !before.includes(destination)));
}

/** Warns that a destination does not allow framing although the link shows it in a frame. */
export function warnAboutFraming(link: FramedLink): ApiMessage | undefined {
  const hosts = framedDestinations(link).filter((destination) => link.unframed.includes(destination));
  if (hosts.length === 0) return undefined;
  const names = [...new Set(hosts.map(hostOf))].join(', ');
  return warning(link.type === 'overlay' ? 'not_framed_overlay' : 'not_framed', { hosts: names });
}

/** Warns about rules that were valid when they were stored and no longer are; redirects skip them. */
export function warnAboutRules({ routingRules }: Pick<Link, 'routingRules'>): ApiMessage[] {
  return routingRules.flatMap((rule, index) => {
    const problem = findRuleProblem(rule, index);
    return problem ? [warning('rule_skipped', { rule: nameOrPosition(rule, index), field: problem.field })] : [];
  });
}

/** The title of a link; the host of its destination if it has none. */
export function titleOf({ metaTitle, url }: Pick<Link, 'metaTitle' | 'url'>): string {
  return metaTitle || hostOfNormalized(url);
}

/** Whether the destination is hidden: the link has a password, a click limit, or shows its destination in a frame. */
export function hidesDestination({
  type,
  passwordHash,
  maxClicks,
}: Pick<Link, 'type' | 'passwordHash' | 'maxClicks'>): boolean {
  return passwordHash !== null || maxClicks !== null || (type !== 'direct' && type !== 'splash');
}

/** Warns about a host in international characters, which can look like another host. */
export function warnAboutHost(href: string): ApiMessage<'host'> | undefined {
  const host = hostOf(href);
  if (!host.split('.').some((label) => label.startsWith('xn--'))) return undefined;
  return warning('host', { host });
}

export const linkNotFound = failure('not_found', 'link_not_found', 'Get the ID from `GET /api/urls`.');

export const linkNotInCampaign = failure(
  'not_found',
  'link_not_in_campaign',
  'List its links with `GET /api/urls?campaign=ID`.',
);

export const aliasTaken = failure('conflict', 'alias_taken', 'Choose another `custom`, or omit it to generate one.');

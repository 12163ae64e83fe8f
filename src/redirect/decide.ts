import { withQuery } from '../lib/url.ts';
import type { FiredPixel } from '../pages/pixels/fired-pixel.ts';
import type { RedirectCode } from '../resources/links/link-values.ts';
import { findRule, routeOf } from '../resources/links/rules/link-rules.ts';
import { DEFAULT_ROUTE, type RouteName } from '../resources/links/rules/route.ts';
import { findAnswer, type RuleAnswer } from '../resources/links/rules/routing.ts';
import { type AppPage, decideAppPage, firesPixels } from './decide-app.ts';
import type { DecidedLink, LinkOptions } from './link-options.ts';
import type { LinkVisitor, PixelChoice } from './visitor.ts';

/** Redirect the visitor. */
export interface RedirectDecision {
  kind: 'redirect';
  url: string;
  code: RedirectCode;
  /** What chose the destination; undefined if `isEnd`. */
  route?: RouteName;
  /** Set if `url` is the `expiry_url` of a link that has ended. */
  isEnd?: true;
}

/** Show the destination in a page of ours, or a page that leads to it. */
export interface PageDecision {
  kind: 'frame' | 'splash' | 'social' | 'pixels';
  url: string;
  route: RouteName;
  /** The pixels that fire on the page. */
  pixels: FiredPixel[];
}

/** Show the destination under an overlay, or the overlay first if the destination cannot be framed. */
export interface OverlayDecision {
  kind: 'overlay';
  url: string;
  route: RouteName;
  isFramed: boolean;
  pixels: FiredPixel[];
}

/** Ask the visitor whether these pixels may fire, before anything else. */
export interface ConsentDecision {
  kind: 'consent';
  url: string;
  route: RouteName;
  pixels: FiredPixel[];
}

/** Show a page that opens an app, or the browser of the system. */
export type AppDecision = AppPage & { url: string; route: RouteName; pixels: FiredPixel[] };

/** What a visitor gets. */
export type Decision =
  | RedirectDecision
  | PageDecision
  | OverlayDecision
  | ConsentDecision
  | AppDecision
  | { kind: 'password' }
  | { kind: 'limited' }
  | { kind: 'gone'; reason: 'disabled' | 'expired' }
  | { kind: 'unknown' };

/** What every visitor of an ended link gets. */
export function decideEnded({ expiryUrl }: LinkOptions): Decision {
  return expiryUrl === null
    ? { kind: 'gone', reason: 'expired' }
    : { kind: 'redirect', url: expiryUrl, code: 302, isEnd: true };
}

function pixelChoiceOf({ pixels }: LinkOptions, visitor: LinkVisitor): PixelChoice {
  return pixels.length === 0 ? 'skip' : visitor.pixelChoice(pixels.map(({ vendor }) => vendor));
}

/** The ordered rules come first, then the three lists, then the destination of the link itself. */
function chooseDestination(
  { url }: DecidedLink,
  { routing, compiledRules }: LinkOptions,
  visitor: LinkVisitor,
  now: number,
): RuleAnswer {
  const answer = findAnswer(routing, visitor, now);
  if (answer) return answer;
  const rule = findRule(compiledRules, visitor);
  return rule ? { url: rule.link, route: routeOf(rule) } : { url, route: DEFAULT_ROUTE };
}

/** Decides what a visitor gets from a link at the time `now`. A pure function. */
export function decide(snapshot: DecidedLink, visitor: LinkVisitor, now: number): Decision {
  const { options, code, isQueryForwarded } = snapshot;
  const visitorQuery = isQueryForwarded ? visitor.query : '';
  if (options === null) {
    return { kind: 'redirect', url: withQuery(snapshot.url, [], visitorQuery), code, route: DEFAULT_ROUTE };
  }

  const { status, startsAt, expiresAt, isCounted, isSpent, passwordHash, parameters, unframed, meta } = options;
  if (status === 'disabled') return { kind: 'gone', reason: 'disabled' };
  if (startsAt !== null && now < startsAt) return { kind: 'unknown' };
  if (isSpent || (expiresAt !== null && now >= expiresAt)) return decideEnded(options);
  if (passwordHash !== null && !visitor.hasUnlocked(snapshot.linkId, passwordHash)) return { kind: 'password' };
  // A bot takes no click, so it must not learn the destination.
  if (isCounted && !visitor.isPerson()) return { kind: 'limited' };

  const { url: destination, route } = chooseDestination(snapshot, options, visitor, now);
  const url = withQuery(destination, parameters, visitorQuery);
  if (meta !== null && visitor.isSocialCrawler()) return { kind: 'social', url, route, pixels: [] };
  const choice = pixelChoiceOf(options, visitor);
  if (choice === 'ask') return { kind: 'consent', url, route, pixels: options.pixels };
  const pixels = choice === 'fire' ? options.pixels : [];
  const appPage = decideAppPage(options, visitor);
  if (appPage) return { ...appPage, url, route, pixels: firesPixels(appPage) ? pixels : [] };
  const isFramed = !unframed.includes(destination);
  if (options.type === 'overlay') return { kind: 'overlay', url, route, isFramed, pixels };
  const type = options.type === 'frame' && !isFramed ? 'direct' : options.type;
  if (type !== 'direct') return { kind: type, url, route, pixels };
  return pixels.length > 0 ? { kind: 'pixels', url, route, pixels } : { kind: 'redirect', url, code, route };
}

/**
 * Whether the visit reaches the destination, directly or through a page. The pages for bots, `social` and `limited`, count as
 * reaching it. A form, such as a password form, does not: the visit after it does.
 */
export function isFollowed(decision: Decision): boolean {
  const { kind } = decision;
  if (kind === 'redirect') return !decision.isEnd;
  // Otherwise a visit in the browser of the system follows.
  if (kind === 'escape') return decision.leadsTo === 'destination';
  if (kind === 'social' || kind === 'limited' || kind === 'app') return true;
  return kind === 'frame' || kind === 'splash' || kind === 'overlay' || kind === 'pixels';
}

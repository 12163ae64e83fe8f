import { type LinkType, titleOf, type VisitedLink } from '../resources/links/link.ts';
import { compileRouting } from '../resources/links/rules/compile-routing.ts';
import type { RuleProblem } from '../resources/links/rules/routing-rule.ts';
import { vendorTypeOf } from '../resources/pixels/pixel.ts';
import { type Interstitial, type InterstitialKey, isEmptyOverlay } from './interstitial.ts';
import { type DecidedLink, type LinkOptions, linkOptionsOf } from './link-options.ts';

/** The options of a link, with its splash page or overlay. */
export interface SnapshotOptions extends LinkOptions {
  /** The workspace of the link. */
  ownerId: number;
  interstitial: Interstitial | null;
  /** Why rules of the link are left out; empty for nearly all links. */
  ruleProblems: RuleProblem[];
  /** The length of the ordered rules as JSON, from which their memory is estimated. */
  routingLength: number;
}

/** Everything a redirect needs to know about a link. */
export interface LinkSnapshot extends DecidedLink {
  kind: 'link';
  alias: string;
  /** The title that its owner gave it; may be empty. */
  title: string;
  createdAt: number;
  options: SnapshotOptions | null;
  /** The splash page or overlay that the link does not show now, because it is disabled or deleted. */
  hidden?: InterstitialKey;
}

/** The type that takes effect: the splash page or overlay may be disabled, deleted or empty. */
function typeOf({ type, interstitialId }: VisitedLink, interstitial: Interstitial | null): LinkType {
  if (interstitialId === null) return type;
  if (interstitial === null) return 'direct';
  return interstitial.kind === 'overlay' && isEmptyOverlay(interstitial.look) ? 'frame' : type;
}

/** Whether these are the options of a plain link. */
function isPlain(options: SnapshotOptions): boolean {
  const { status, startsAt, expiresAt, isCounted, passwordHash, rules, routing, parameters, type, pixels, meta } =
    options;
  const hasTimes = startsAt !== null || expiresAt !== null || isCounted;
  const hasRules = rules.length + routing.length + parameters.length > 0;
  const hasPages = type !== 'direct' || passwordHash !== null || meta !== null || pixels.length > 0;
  const opensApps = options.app !== null || options.leavesApps;
  return status === 'active' && !opensApps && !hasPages && !hasTimes && !hasRules;
}

/** The part of a link that a redirect needs. */
export function snapshotOfLink(link: VisitedLink, interstitial: Interstitial | null = null): LinkSnapshot {
  const pixels = (link.pixels ?? []).map(({ id, type, tag }) => ({ id, vendor: vendorTypeOf(type), tag }));
  const { interstitialId } = link;
  const isHidden = interstitialId !== null && interstitial === null;
  const kind = link.type === 'overlay' ? 'overlay' : 'splash';
  const type = typeOf(link, interstitial);
  const { routing, problems: ruleProblems } = compileRouting(link.id, link.routingRules);
  const routingLength = routing.length === 0 ? 0 : JSON.stringify(link.routingRules).length;
  const facts = { type, pixels, routing, title: titleOf(link) };
  const options = { ...linkOptionsOf(link, facts), ownerId: link.userId, interstitial, ruleProblems, routingLength };
  return {
    kind: 'link',
    linkId: link.id,
    alias: link.alias,
    url: link.url,
    title: link.metaTitle,
    code: link.redirectCode,
    isQueryForwarded: link.isQueryForwarded,
    createdAt: link.createdAt,
    options: isPlain(options) && ruleProblems.length === 0 ? null : options,
    ...(isHidden && { hidden: { kind, id: interstitialId } }),
  };
}

/** Whether this pixel fires on the link. */
export function carriesPixel({ options }: LinkSnapshot, id: number): boolean {
  return options?.pixels.some((pixel) => pixel.id === id) ?? false;
}

/** Whether the link shows this splash page or overlay, or would if it were enabled. */
export function showsInterstitial({ options, hidden }: LinkSnapshot, { kind, id }: InterstitialKey): boolean {
  const interstitial = options?.interstitial ?? hidden;
  return interstitial?.kind === kind && interstitial.id === id;
}

// The memory of the objects without their texts, measured with a full cache.
const OBJECT_BYTES = 450;

/** Estimates the memory that a snapshot takes. */
export function bytesOfLink({ alias, url, title, options }: LinkSnapshot): number {
  const rest = options ? (JSON.stringify(options).length + options.routingLength) * 2 : 0;
  return OBJECT_BYTES + alias.length + url.length + title.length + rest;
}

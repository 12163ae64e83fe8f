import { withQuery } from '../lib/url.ts';
import type { FiredPixel } from '../pages/pixels/fired-pixel.ts';
import type { RedirectCode } from '../resources/links/link-values.ts';
import { findRule } from '../resources/links/rules/link-rules.ts';
import type { DecidedLink, LinkOptions } from './link-options.ts';
import type { LinkVisitor, PixelChoice } from './visitor.ts';

/** Send the visitor on. */
export interface RedirectDecision {
  kind: 'redirect';
  url: string;
  code: RedirectCode;
  /** To `expiry_url`: the link itself has ended. */
  isEnd?: true;
}

/** Show the target in a page of ours, or send the visitor on by one. */
export interface PageDecision {
  kind: 'frame' | 'splash' | 'social' | 'pixels';
  url: string;
  /** What fires in it. */
  pixels: FiredPixel[];
}

/** Show the target under an overlay; where it cannot be framed, the overlay before it. */
export interface OverlayDecision {
  kind: 'overlay';
  url: string;
  isFramed: boolean;
  pixels: FiredPixel[];
}

/** Ask the visitor whether these may fire, before anything else happens. */
export interface ConsentDecision {
  kind: 'consent';
  url: string;
  pixels: FiredPixel[];
}

/** What a visitor gets. */
export type Decision =
  | RedirectDecision
  | PageDecision
  | OverlayDecision
  | ConsentDecision
  | { kind: 'password' }
  | { kind: 'limited' }
  | { kind: 'gone'; reason: 'disabled' | 'expired' }
  | { kind: 'unknown' };

/** What everyone gets once the link has ended. */
export function decideEnded({ expiryUrl }: LinkOptions): Decision {
  return expiryUrl === null
    ? { kind: 'gone', reason: 'expired' }
    : { kind: 'redirect', url: expiryUrl, code: 302, isEnd: true };
}

function pixelChoiceOf({ pixels }: LinkOptions, visitor: LinkVisitor): PixelChoice {
  return pixels.length === 0 ? 'skip' : visitor.pixelChoice(pixels.map(({ vendor }) => vendor));
}

/** What a visitor gets from a link at a moment. Pure: it knows only what it is given. */
export function decide(snapshot: DecidedLink, visitor: LinkVisitor, now: number): Decision {
  const { options, code, isQueryForwarded } = snapshot;
  const visitorQuery = isQueryForwarded ? visitor.query : '';
  if (options === null) return { kind: 'redirect', url: withQuery(snapshot.url, [], visitorQuery), code };

  const { status, startsAt, expiresAt, isCounted, isSpent, passwordHash, parameters, unframed, meta } = options;
  if (status === 'disabled') return { kind: 'gone', reason: 'disabled' };
  if (startsAt !== null && now < startsAt) return { kind: 'unknown' };
  if (isSpent || (expiresAt !== null && now >= expiresAt)) return decideEnded(options);
  if (passwordHash !== null && !visitor.hasUnlocked(snapshot.linkId, passwordHash)) return { kind: 'password' };
  // A machine takes no click, so it must not learn where the link leads.
  if (isCounted && !visitor.isPerson()) return { kind: 'limited' };

  const target = findRule(options.compiledRules, visitor)?.link ?? snapshot.url;
  const url = withQuery(target, parameters, visitorQuery);
  if (meta !== null && visitor.isSocialCrawler()) return { kind: 'social', url, pixels: [] };
  const choice = pixelChoiceOf(options, visitor);
  if (choice === 'ask') return { kind: 'consent', url, pixels: options.pixels };
  const pixels = choice === 'fire' ? options.pixels : [];
  const isFramed = !unframed.includes(target);
  if (options.type === 'overlay') return { kind: 'overlay', url, isFramed, pixels };
  const type = options.type === 'frame' && !isFramed ? 'direct' : options.type;
  if (type !== 'direct') return { kind: type, url, pixels };
  return pixels.length > 0 ? { kind: 'pixels', url, pixels } : { kind: 'redirect', url, code };
}

/**
 * Whether the visitor gets to the target, now or in a moment; the card for a social network and the page of a limited link
 * count as that, for machines get no more. A question, like a password, comes before: only its answer leads on, and counts.
 */
export function isFollowed(decision: Decision): boolean {
  const { kind } = decision;
  if (kind === 'redirect') return !decision.isEnd;
  if (kind === 'social' || kind === 'limited') return true;
  return kind === 'frame' || kind === 'splash' || kind === 'overlay' || kind === 'pixels';
}

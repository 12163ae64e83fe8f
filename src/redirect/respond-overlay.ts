import { frameOrigin, framePage } from '../pages/frame.ts';
import { type OverlayFacts, overlayBeforePage, overlayPage } from '../pages/overlay.ts';
import { hasForm } from '../pages/overlay-content.ts';
import { buildTags } from '../pages/pixels/pixel-tags.ts';
import { MAIN_DOMAIN } from '../resources/links/link.ts';
import type { Decision, OverlayDecision } from './decide.ts';
import type { FormPlace } from './form-tokens.ts';
import type { Interstitial } from './interstitial.ts';
import type { PageContext } from './page-context.ts';
import type { LinkSnapshot } from './snapshot.ts';

type Overlay = Extract<Interstitial, { kind: 'overlay' }>;

/** The overlay that a link shows; undefined if there is none. */
export function overlayOf({ options }: LinkSnapshot): Overlay | undefined {
  const shown = options?.interstitial;
  return shown?.kind === 'overlay' ? shown : undefined;
}

/** Identifies the form that the overlay of a link shows. */
export function formPlaceOf({ linkId, alias, options }: LinkSnapshot, overlay: Overlay): FormPlace {
  return { linkId, overlayId: overlay.id, alias, passwordHash: options?.passwordHash ?? null };
}

/** Whether a page that the main host shows for a link of this domain would send its form to another host. */
export function sendsFormToOtherHost(decision: Decision, snapshot: LinkSnapshot, domainId: number): boolean {
  if (decision.kind !== 'overlay' || domainId === MAIN_DOMAIN) return false;
  const overlay = overlayOf(snapshot);
  return overlay !== undefined && hasForm(overlay.look.content);
}

/** Collects the facts for the pages of an overlay. */
export function overlayFactsOf(
  destination: string,
  snapshot: LinkSnapshot,
  overlay: Overlay,
  { forms, query, origin }: PageContext,
): OverlayFacts {
  const path = `/cta/${snapshot.alias}`;
  const action = query === '' ? path : `${path}?${query}`;
  const token = forms.tokenFor(formPlaceOf(snapshot, overlay));
  return { destination, title: snapshot.title, look: overlay.look, form: { action, address: origin + path, token } };
}

/** Shows the destination under its overlay; if it cannot be framed, the overlay comes first. */
export function respondOverlay(
  { url, isFramed, pixels }: OverlayDecision,
  snapshot: LinkSnapshot,
  context: PageContext,
): Response {
  const { language } = context;
  const overlay = overlayOf(snapshot);
  const tags = buildTags(pixels);
  if (!overlay) return framePage(language, { destination: url, title: snapshot.title }, tags);
  const facts = overlayFactsOf(url, snapshot, overlay, context);
  const origin = isFramed ? frameOrigin(url) : undefined;
  return origin === undefined
    ? overlayBeforePage(language, { ...facts, tags })
    : overlayPage(language, { ...facts, tags }, origin);
}

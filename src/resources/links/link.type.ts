import { type LinkType, linkTypes } from './link.ts';

/** The redirect type of a link, and the id of its custom splash page or overlay. */
export interface ParsedLinkType {
  type: LinkType;
  /** The id of a splash page or of an overlay, depending on the type. */
  interstitialId: number | null;
}

const OVERLAY = 'overlay-';

/** Parses the field `type`, which the contract has validated. */
export function parseType(text: string): ParsedLinkType {
  const type = linkTypes.find((known) => known === text);
  if (type) return { type, interstitialId: null };
  return text.startsWith(OVERLAY)
    ? { type: 'overlay', interstitialId: Number(text.slice(OVERLAY.length)) }
    : { type: 'splash', interstitialId: Number(text) };
}

/** Formats a type for the field `type`; the reverse of `parseType`. */
export function formatType({ type, interstitialId }: ParsedLinkType): string {
  if (interstitialId === null) return type;
  return type === 'overlay' ? `${OVERLAY}${interstitialId}` : String(interstitialId);
}

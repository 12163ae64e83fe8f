import { type LinkType, linkTypes } from './link.ts';

/** How visitors are sent on, and the number of the page of the owner's own that they are shown, if any. */
export interface ParsedLinkType {
  type: LinkType;
  /** Of a splash page or of an overlay, by the type. */
  interstitialId: number | null;
}

const OVERLAY = 'overlay-';

/** Reads what a body calls `type`; the contract has seen to its form. */
export function parseType(text: string): ParsedLinkType {
  const type = linkTypes.find((known) => known === text);
  if (type) return { type, interstitialId: null };
  return text.startsWith(OVERLAY)
    ? { type: 'overlay', interstitialId: Number(text.slice(OVERLAY.length)) }
    : { type: 'splash', interstitialId: Number(text) };
}

/** The same text again. */
export function formatType({ type, interstitialId }: ParsedLinkType): string {
  if (interstitialId === null) return type;
  return type === 'overlay' ? `${OVERLAY}${interstitialId}` : String(interstitialId);
}

import type { OverlayLook } from '../pages/overlay-card.ts';
import type { ShownPicture } from '../pages/shown-picture.ts';
import type { SplashLook } from '../pages/splash.ts';
import type { PagePicture } from '../resources/files/file.ts';
import type { Link, LinkType } from '../resources/links/link.ts';
import type { OverlayService } from '../resources/overlays/overlay.service.ts';
import type { SplashPageService } from '../resources/splash/splash-page.service.ts';

/** The splash page or overlay that a link shows, ready for the page. */
export type Interstitial =
  | { kind: 'splash'; id: number; seconds: number; look: SplashLook }
  | { kind: 'overlay'; id: number; look: OverlayLook };

/** Whether an overlay has nothing to show: its picture was never chosen, or has been deleted. */
export function isEmptyOverlay({ content, picture }: OverlayLook): boolean {
  return content.type === 'image' && picture === null;
}

/** The dependencies of the finder. */
export interface InterstitialParts {
  splashPages: Pick<SplashPageService, 'findShown'>;
  overlays: Pick<OverlayService, 'findShown'>;
  /** The path of an uploaded picture. */
  addressOf(fileId: number): string;
}

/** Finds the splash page or overlay of a link; null if there is none, or if it is disabled or has just been deleted. */
export type FindInterstitial = (link: Pick<Link, 'type' | 'interstitialId'>) => Promise<Interstitial | null>;

export function createInterstitialFinder({ splashPages, overlays, addressOf }: InterstitialParts): FindInterstitial {
  function shown(picture: PagePicture | null): ShownPicture | null {
    return picture && { src: addressOf(picture.id), width: picture.width, height: picture.height };
  }

  async function findSplash(id: number): Promise<Interstitial | null> {
    const found = await splashPages.findShown(id);
    if (!found || found.disabledBy !== null) return null;
    const { title, text, button, seconds, colors } = found;
    const pictures = { picture: shown(found.picture), logo: shown(found.logo) };
    return { kind: 'splash', id, seconds, look: { title, text, button, colors, ...pictures } };
  }

  async function findOverlay(id: number): Promise<Interstitial | null> {
    const found = await overlays.findShown(id);
    if (!found || found.disabledBy !== null) return null;
    const { name, content, position, colors, delaySeconds, isDismissable } = found;
    const pictures = { picture: shown(found.picture), logo: shown(found.logo) };
    return {
      kind: 'overlay',
      id,
      look: { name, content, position, colors, delaySeconds, isDismissable, ...pictures },
    };
  }

  return async ({ type, interstitialId }) => {
    if (interstitialId === null) return null;
    return type === 'overlay' ? findOverlay(interstitialId) : findSplash(interstitialId);
  };
}

/** Identifies a splash page or an overlay. */
export interface InterstitialKey {
  kind: Extract<LinkType, 'splash' | 'overlay'>;
  id: number;
}

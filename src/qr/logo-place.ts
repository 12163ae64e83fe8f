import { type PictureHeader, readPictureHeader } from '../lib/picture/picture-header.ts';
import type { Box } from './path.ts';
import type { Logo } from './picture.ts';

/** The default longer side of a logo as a fraction of the code's width. */
export const DEFAULT_LOGO_SHARE = 0.22;

// The space between the logo and the modules around it.
const GAP = 0.4;

/** The position of a logo in modules: the image, and the modules that are removed for it. */
export interface LogoPlace {
  picture: Box;
  cleared: Box;
}

// A code has an odd number of modules, so a centered area on the grid is odd as well.
function oddAtLeast(length: number): number {
  const whole = Math.ceil(length - 1e-9);
  return whole % 2 === 1 ? whole : whole + 1;
}

function centred(size: number, width: number, height: number): Box {
  return { x: (size - width) / 2, y: (size - height) / 2, width, height };
}

/** The position of an image of this shape in a code of this size. */
export function placeLogo(
  size: number,
  share: number,
  { width, height }: Pick<PictureHeader, 'width' | 'height'>,
): LogoPlace {
  const scale = (size * share) / Math.max(width, height);
  const picture = centred(size, width * scale, height * scale);
  const cleared = centred(size, oddAtLeast(picture.width + 2 * GAP), oddAtLeast(picture.height + 2 * GAP));
  return { picture, cleared };
}

/** The longest side of a logo that is decoded; a small file can claim any size. */
export const MAX_LOGO_SIDE_PX = 4096;

/** The dimensions in a logo's header; undefined if it is not a PNG or JPEG, is empty, or is too large to decode. */
export function findLogoHeader(bytes: Uint8Array): PictureHeader | undefined {
  const header = readPictureHeader(bytes);
  if (!header || Math.min(header.width, header.height) < 1) return undefined;
  return Math.max(header.width, header.height) <= MAX_LOGO_SIDE_PX ? header : undefined;
}

/** The position of a logo by its file; undefined if it cannot be drawn. */
export function findLogoPlace(size: number, logo: Logo): LogoPlace | undefined {
  const header = findLogoHeader(logo.bytes);
  return header && placeLogo(size, logo.share ?? DEFAULT_LOGO_SHARE, header);
}

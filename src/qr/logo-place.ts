import { type PictureHeader, readPictureHeader } from '../lib/picture/picture-header.ts';
import type { Box } from './path.ts';
import type { Logo } from './picture.ts';

/** The longer side of a logo as a part of the code's width, where none is asked for. */
export const DEFAULT_LOGO_SHARE = 0.22;

// Between the picture and the modules around it.
const GAP = 0.4;

/** Where a logo is, in modules of the code: the picture, and the whole modules that give way to it. */
export interface LogoPlace {
  picture: Box;
  cleared: Box;
}

// A code has an odd number of modules, so what is centred and ends on the grid is odd as well.
function oddAtLeast(length: number): number {
  const whole = Math.ceil(length - 1e-9);
  return whole % 2 === 1 ? whole : whole + 1;
}

function centred(size: number, width: number, height: number): Box {
  return { x: (size - width) / 2, y: (size - height) / 2, width, height };
}

/** The place of a picture of this shape in a code of this size. */
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

/** The longest side of a logo that is unpacked; a small file can claim any. */
export const MAX_LOGO_SIDE_PX = 4096;

/** What a logo's header says; undefined where it is no PNG or JPEG, is empty, or too large to be unpacked. */
export function findLogoHeader(bytes: Uint8Array): PictureHeader | undefined {
  const header = readPictureHeader(bytes);
  if (!header || Math.min(header.width, header.height) < 1) return undefined;
  return Math.max(header.width, header.height) <= MAX_LOGO_SIDE_PX ? header : undefined;
}

/** The place of a logo by its file; undefined where that cannot be drawn. */
export function findLogoPlace(size: number, logo: Logo): LogoPlace | undefined {
  const header = findLogoHeader(logo.bytes);
  return header && placeLogo(size, logo.share ?? DEFAULT_LOGO_SHARE, header);
}

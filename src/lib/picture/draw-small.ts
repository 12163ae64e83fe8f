import { readPictureHeader } from './picture-header.ts';

const QUALITY = 82;

/** Scales a stored picture down to at most this width, as WebP; never enlarges it. */
export async function drawSmall(png: Uint8Array, maxWidth: number): Promise<Uint8Array<ArrayBuffer>> {
  const { width = maxWidth, height = maxWidth } = readPictureHeader(png) ?? {};
  const picture = new Bun.Image(png);
  if (width > maxWidth) picture.resize(maxWidth, Math.max(1, Math.round((height * maxWidth) / width)));
  return new Uint8Array(await picture.webp({ quality: QUALITY }).bytes());
}

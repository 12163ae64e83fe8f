import { ConcurrencyLimiter } from '../concurrency-limiter.ts';
import { readPictureHeader } from './picture-header.ts';
import { keepPixelsOnly } from './png-chunks.ts';

/** A picture that we drew ourselves, as PNG. */
export interface Picture {
  bytes: Uint8Array;
  width: number;
  height: number;
}

/** The largest file that is taken for a picture. */
export const MAX_PICTURE_BYTES = 2 * 1024 * 1024;

const MAX_SIDE = 4_096;
const MAX_PIXELS = MAX_SIDE * MAX_SIDE;

/** Why a file is not taken as a picture: a code, and the values in its message. */
export type PictureProblem =
  | { code: 'image_not_readable' }
  | { code: 'image_too_large' | 'image_too_many_pixels'; params: { max: number } };

const NO_PICTURE: { problem: PictureProblem } = { problem: { code: 'image_not_readable' } };

// The largest takes 64 MB and a second of one of the threads that also look up names and write files.
const drawing = new ConcurrencyLimiter(2);

async function draw(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  try {
    return await new Bun.Image(bytes, { maxPixels: MAX_PIXELS }).png().bytes();
  } catch (error) {
    if ((error as { code?: string }).code?.startsWith('ERR_IMAGE_')) return undefined;
    throw error;
  }
}

/**
 * Judges a PNG or JPEG by its header, then draws it anew: what comes out has the pixels of what went in, upright, and nothing
 * else of it.
 */
export async function redrawPicture(bytes: Uint8Array): Promise<Picture | { problem: PictureProblem }> {
  if (bytes.byteLength > MAX_PICTURE_BYTES)
    return { problem: { code: 'image_too_large', params: { max: MAX_PICTURE_BYTES / 1024 ** 2 } } };
  const header = readPictureHeader(bytes);
  if (!header) return NO_PICTURE;
  const { width, height } = header;
  if (width > MAX_SIDE || height > MAX_SIDE)
    return { problem: { code: 'image_too_many_pixels', params: { max: MAX_SIDE } } };
  const drawn = await drawing.run(() => draw(bytes));
  if (!drawn) return NO_PICTURE;
  // Not the size of the header above: a photograph may have been turned upright.
  const size = readPictureHeader(drawn);
  return size ? { bytes: keepPixelsOnly(drawn), width: size.width, height: size.height } : NO_PICTURE;
}

import { ConcurrencyLimiter } from '../concurrency-limiter.ts';
import { readPictureHeader } from './picture-header.ts';
import { keepPixelsOnly } from './png-chunks.ts';

/** A picture that this program encoded, as PNG. */
export interface Picture {
  bytes: Uint8Array;
  width: number;
  height: number;
}

/** The largest accepted file. */
export const MAX_PICTURE_BYTES = 2 * 1024 * 1024;

const MAX_SIDE = 4_096;
const MAX_PIXELS = MAX_SIDE * MAX_SIDE;

/** Why a file is not taken as a picture: a code, and the values in its message. */
export type PictureProblem =
  | { code: 'image_not_readable' }
  | { code: 'image_too_large' | 'image_too_many_pixels'; params: { max: number } };

const NO_PICTURE: { problem: PictureProblem } = { problem: { code: 'image_not_readable' } };

// The largest picture takes 64 MB and one second of a pool thread, which DNS lookups and file writes also need.
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
 * Checks the header of a PNG or JPEG, then decodes and encodes it again: the result has the same pixels, upright, and no other
 * data of the file.
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
  // Not the size in the header: the picture may have been rotated.
  const size = readPictureHeader(drawn);
  return size ? { bytes: keepPixelsOnly(drawn), width: size.width, height: size.height } : NO_PICTURE;
}

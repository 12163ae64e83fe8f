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

const NO_PICTURE = { problem: 'must be a whole PNG or JPEG.' };

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
 * data of the file. `problem` completes a sentence that begins with the name of the picture.
 */
export async function redrawPicture(bytes: Uint8Array): Promise<Picture | { problem: string }> {
  if (bytes.byteLength > MAX_PICTURE_BYTES) return { problem: 'must be at most 2 MB large.' };
  const header = readPictureHeader(bytes);
  if (!header) return NO_PICTURE;
  const { width, height } = header;
  if (width > MAX_SIDE || height > MAX_SIDE)
    return { problem: `must be at most ${MAX_SIDE} x ${MAX_SIDE} pixels large.` };
  const drawn = await drawing.run(() => draw(bytes));
  if (!drawn) return NO_PICTURE;
  // Not the size in the header: the picture may have been rotated.
  const size = readPictureHeader(drawn);
  return size ? { bytes: keepPixelsOnly(drawn), width: size.width, height: size.height } : NO_PICTURE;
}

// The width of a logo in an image of 1,700 pixels; decoding 512 would take longer than the rest of the drawing.
const MAX_SIDE_PX = 320;

/**
 * Scales the logo to the size that a code needs, once, when it is set: every drawing decodes it again.
 * Throws if the file is not an image.
 */
export async function fitLogo(file: Uint8Array): Promise<Uint8Array> {
  const image = new Bun.Image(file);
  return await image.resize(MAX_SIDE_PX, MAX_SIDE_PX, { fit: 'inside', withoutEnlargement: true }).png().bytes();
}

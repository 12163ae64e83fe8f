// As wide as a logo gets in a picture of 1,700 pixels; unpacking 512 would take longer than all the rest of a drawing.
const MAX_SIDE_PX = 320;

/**
 * The picture as a PNG no larger than a code needs, once when it is chosen: every drawing unpacks the logo anew.
 * It throws where the file is no picture.
 */
export async function fitLogo(file: Uint8Array): Promise<Uint8Array> {
  const image = new Bun.Image(file);
  return await image.resize(MAX_SIDE_PX, MAX_SIDE_PX, { fit: 'inside', withoutEnlargement: true }).png().bytes();
}

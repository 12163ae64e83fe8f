import { type Picture, redrawPicture } from '../../lib/picture/redraw-picture.ts';
import { refusePicture } from './file.ts';

/** Redraws the picture; throws `pictureRefused` if it has a problem. */
export async function redrawOrThrow(bytes: Uint8Array): Promise<Picture> {
  const picture = await redrawPicture(bytes);
  if ('problem' in picture) throw refusePicture(picture.problem);
  return picture;
}

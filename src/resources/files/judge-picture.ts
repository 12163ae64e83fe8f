import { type Picture, redrawPicture } from '../../lib/picture/redraw-picture.ts';
import { pictureRefused } from './file.ts';

/** Redraws the picture, or fails with the problem. */
export async function judgePicture(bytes: Uint8Array): Promise<Picture> {
  const picture = await redrawPicture(bytes);
  if ('problem' in picture) throw pictureRefused({ message: `The picture ${picture.problem}` });
  return picture;
}

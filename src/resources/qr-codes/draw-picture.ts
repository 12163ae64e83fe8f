import { drawPdf } from '../../qr/pdf.ts';
import type { QrPicture } from '../../qr/picture.ts';
import { drawPng } from '../../qr/png.ts';
import { drawSvg } from '../../qr/svg.ts';

/** The content type of each kind of picture, by how its address ends. */
export const pictureTypes = { png: 'image/png', svg: 'image/svg+xml', pdf: 'application/pdf' } as const;

export type PictureKind = keyof typeof pictureTypes;

/** Makes the file; on this thread or on another. */
export type DrawPicture = (picture: QrPicture, kind: PictureKind) => Promise<Uint8Array<ArrayBuffer>>;

/** Makes the file on this thread, which a large PNG keeps busy for most of a second. */
export const drawPicture: DrawPicture = async (picture, kind) => {
  switch (kind) {
    case 'png':
      return Buffer.from(await drawPng(picture));
    case 'svg':
      return Buffer.from(drawSvg(picture));
    case 'pdf':
      return Buffer.from(drawPdf(picture));
  }
};

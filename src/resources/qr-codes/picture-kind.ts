import type { QrPicture } from '../../qr/picture.ts';

/** The content type of each kind of picture, by file extension. */
export const pictureTypes = { png: 'image/png', svg: 'image/svg+xml', pdf: 'application/pdf' } as const;

export type PictureKind = keyof typeof pictureTypes;

/** Draws the file, on this thread or on another. */
export type DrawPicture = (picture: QrPicture, kind: PictureKind) => Promise<Uint8Array<ArrayBuffer>>;

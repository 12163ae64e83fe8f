import type { QrPicture } from '../qr/picture.ts';

/** What a preview image shows. */
export interface Card {
  title: string;
  /** The URL without its scheme. */
  address: string;
  /** A QR code on the right. */
  code?: QrPicture | undefined;
  /** Whether the link has a password; the title must then reveal nothing. */
  isLocked?: boolean;
}

/** The width that social networks and messengers expect. */
export const CARD_WIDTH = 1200;

/** The matching height. */
export const CARD_HEIGHT = 630;

/** Change this with every change of the drawing, so that no cached image is taken for the new one. */
export const CARD_VERSION = 1;

/** Draws the PNG, on this thread or another. */
export type DrawCard = (card: Card) => Promise<Uint8Array<ArrayBuffer>>;

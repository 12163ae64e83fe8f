import type { QrPicture } from '../qr/picture.ts';

/** What a preview picture shows of a thing. */
export interface Card {
  title: string;
  /** Its address as people write it, without a scheme. */
  address: string;
  /** A code at the right. */
  code?: QrPicture | undefined;
  /** Whether it asks for a password; the title must then tell nothing. */
  isLocked?: boolean;
}

/** The width that networks and messengers ask for. */
export const CARD_WIDTH = 1200;

/** The height that goes with it. */
export const CARD_HEIGHT = 630;

/** Changes with every change of the drawing, so that no old picture is taken for the new one. */
export const CARD_VERSION = 1;

/** Makes the PNG; on this thread or on another. */
export type DrawCard = (card: Card) => Promise<Uint8Array<ArrayBuffer>>;

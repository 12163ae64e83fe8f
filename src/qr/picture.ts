import type { ErrorCorrection } from 'qr';
import type { Color } from './color.ts';

/** Shapes of the modules. */
export const MODULE_STYLES = ['square', 'rounded', 'dots'] as const;

/** One of those shapes. */
export type ModuleStyle = (typeof MODULE_STYLES)[number];

/** Shapes of the three large corner squares (eyes) that scanners look for. */
export const EYE_STYLES = ['square', 'rounded', 'circle'] as const;

/** One of those shapes. */
export type EyeStyle = (typeof EYE_STYLES)[number];

/** Frames: a thin line around the code, or a solid band that contains the caption. */
export const FRAME_STYLES = ['line', 'band'] as const;

/** One of those frames. */
export type FrameStyle = (typeof FRAME_STYLES)[number];

/** An image in the center of the code. */
export interface Logo {
  /** A complete PNG or JPEG file. */
  bytes: Uint8Array;
  /** The longer side as a fraction of the code's width, without the margin. */
  share?: number | undefined;
}

/** All settings of a code's look; the comment of each optional one gives its default. */
export interface QrPicture {
  /** The string that the code holds, as `payloadOf` returns it. */
  content: string;
  /** medium; a logo raises it as far as the content allows. */
  ecc?: ErrorCorrection | undefined;
  /** square */
  style?: ModuleStyle | undefined;
  /** square */
  eyeStyle?: EyeStyle | undefined;
  /** black */
  foreground?: Color | undefined;
  /** white */
  background?: Color | undefined;
  /** None; the gradient runs from the foreground to this color, diagonally unless `angle` is given (0 is to the right). */
  gradient?: { to: Color; angleDegrees?: number | undefined } | undefined;
  logo?: Logo | undefined;
  /** None; with a caption the image is taller than wide. */
  frame?: { style?: FrameStyle | undefined; caption: string } | undefined;
  /** The quiet zone in modules: 4. */
  margin?: number | undefined;
  /** The width in pixels: 512. */
  size?: number | undefined;
}

/** Below this quiet zone, in modules, not every scanner finds the code. */
export const MIN_MARGIN = 1;

/** Above this quiet zone, in modules, the code itself becomes small. */
export const MAX_MARGIN = 10;

const DEFAULT_MARGIN = 4;

/** The smallest width in pixels. */
export const MIN_SIZE_PX = 64;

/** The largest width in pixels: as a PNG it takes a fifth of a second. */
export const MAX_SIZE_PX = 4096;

const DEFAULT_SIZE_PX = 512;

const BLACK: Color = [0, 0, 0];
const WHITE: Color = [255, 255, 255];

function within(value: number, least: number, most: number): number {
  return Number.isFinite(value) ? Math.min(most, Math.max(least, Math.round(value))) : least;
}

/** The image's colors with defaults; `inkTo` is the end of the gradient, or the foreground again. */
export function colorsOf(picture: QrPicture): { ink: Color; inkTo: Color; paper: Color } {
  const ink = picture.foreground ?? BLACK;
  return { ink, inkTo: picture.gradient?.to ?? ink, paper: picture.background ?? WHITE };
}

/** The quiet zone that is drawn, in modules. */
export function marginOf(picture: QrPicture): number {
  return within(picture.margin ?? DEFAULT_MARGIN, MIN_MARGIN, MAX_MARGIN);
}

/** The width that is drawn, in pixels. */
export function sizeOf(picture: QrPicture): number {
  return within(picture.size ?? DEFAULT_SIZE_PX, MIN_SIZE_PX, MAX_SIZE_PX);
}

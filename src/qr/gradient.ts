import type { QrPicture } from './picture.ts';

/** The line along which the ink color changes, in the drawing's units. */
export interface GradientLine {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
}

const DEFAULT_ANGLE = 45;

/** The gradient's line across the whole drawing; its ends reach the corners. */
export function findGradientLine(
  picture: QrPicture,
  { width, height }: { width: number; height: number },
): GradientLine | undefined {
  if (!picture.gradient) return undefined;
  const angle = ((picture.gradient.angleDegrees ?? DEFAULT_ANGLE) * Math.PI) / 180;
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
  const half = (Math.abs(width * dx) + Math.abs(height * dy)) / 2;
  return {
    x1: width / 2 - dx * half,
    y1: height / 2 - dy * half,
    x2: width / 2 + dx * half,
    y2: height / 2 + dy * half,
  };
}

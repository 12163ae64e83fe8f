import { type Path, roundedBox } from './path.ts';
import type { EyeStyle } from './picture.ts';

/** The side of an eye in modules. */
export const EYE_SIZE = 7;

// Radii of the ring's outer edge, of its inner edge, and of the pupil.
const RADII: Record<EyeStyle, readonly [number, number, number]> = {
  square: [0, 0, 0],
  rounded: [2.1, 1.25, 0.95],
  circle: [3.5, 2.5, 1.5],
};

/** The three eyes of a code of this size. */
export function eyePath(size: number, style: EyeStyle): Path {
  const [outer, inner, pupil] = RADII[style];
  const far = size - EYE_SIZE;
  return [
    [0, 0],
    [far, 0],
    [0, far],
  ].flatMap(([x = 0, y = 0]) => [
    ...roundedBox({ x, y, width: 7, height: 7 }, outer),
    ...roundedBox({ x: x + 1, y: y + 1, width: 5, height: 5 }, inner, true),
    ...roundedBox({ x: x + 2, y: y + 2, width: 3, height: 3 }, pupil),
  ]);
}

/** Whether a module belongs to an eye. */
export function isInEye(size: number, x: number, y: number): boolean {
  const far = size - EYE_SIZE;
  return (x < EYE_SIZE && (y < EYE_SIZE || y >= far)) || (x >= far && y < EYE_SIZE);
}

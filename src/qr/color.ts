/** Red, green and blue, whole numbers from 0 to 255. */
export type Color = readonly [red: number, green: number, blue: number];

const RGB = /^rgb\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)$/i;

/** Parses `rgb(r,g,b)`; undefined for any other text and for numbers above 255. */
export function parseColor(text: string): Color | undefined {
  const match = RGB.exec(text.trim());
  if (!match) return undefined;
  const [red = 256, green = 256, blue = 256] = match.slice(1).map(Number);
  return red <= 255 && green <= 255 && blue <= 255 ? [red, green, blue] : undefined;
}

/** Writes the color as `rgb(r,g,b)`, the form that is stored and shown. */
export function formatColor([red, green, blue]: Color): string {
  return `rgb(${red},${green},${blue})`;
}

/** The color at `share` (0 to 1) between two colors. */
export function mixColors(from: Color, to: Color, share: number): Color {
  return [
    Math.round(from[0] + (to[0] - from[0]) * share),
    Math.round(from[1] + (to[1] - from[1]) * share),
    Math.round(from[2] + (to[2] - from[2]) * share),
  ];
}

function linear(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

/** The relative luminance by WCAG, from 0 to 1. */
export function luminanceOf([red, green, blue]: Color): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** The WCAG contrast ratio of two colors: 1 if equal, 21 between black and white. */
export function contrastBetween(one: Color, other: Color): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

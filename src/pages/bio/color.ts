/** Red, green and blue from 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** OKLCH: lightness from 0 to 1, chroma, and hue in degrees; equal differences look equally large. */
export type Oklch = readonly [lightness: number, chroma: number, hue: number];

const HEX = /^#?([\da-f]{3}|[\da-f]{6})$/i;

/** Parses `#rgb` or `#rrggbb`, with or without the `#`; undefined for any other text. */
export function parseHex(text: string): Rgb | undefined {
  const [, digits = ''] = HEX.exec(text) ?? [];
  if (digits === '') return undefined;
  const pairs = digits.length === 3 ? [...digits].map((digit) => digit + digit) : digits.match(/../g);
  const [red = 0, green = 0, blue = 0] = (pairs ?? []).map((pair) => Number.parseInt(pair, 16));
  return [red, green, blue];
}

/** Writes the color as `#rrggbb`, the form that is stored and returned. */
export function formatHex(color: Rgb): string {
  return `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

function toLinear(part: number): number {
  const value = part / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function fromLinear(value: number): number {
  return 255 * (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055);
}

function linearOf([lightness, chroma, hue]: Oklch): Rgb {
  const radians = (hue * Math.PI) / 180;
  const [a, b] = [chroma * Math.cos(radians), chroma * Math.sin(radians)];
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ];
}

function isInGamut(linear: Rgb): boolean {
  return linear.every((value) => value >= -0.0001 && value <= 1.0001);
}

/** Converts to sRGB; a color outside the gamut loses only chroma. */
export function toRgb([lightness, chroma, hue]: Oklch): Rgb {
  let low = 0;
  let high = chroma;
  if (!isInGamut(linearOf([lightness, chroma, hue]))) {
    for (let step = 0; step < 12; step += 1) {
      const tried = (low + high) / 2;
      if (isInGamut(linearOf([lightness, tried, hue]))) low = tried;
      else high = tried;
    }
    high = low;
  }
  const [red, green, blue] = linearOf([lightness, high, hue]).map((value) =>
    Math.round(fromLinear(Math.min(1, Math.max(0, value)))),
  ) as [number, number, number];
  return [red, green, blue];
}

/** Converts to OKLCH. */
export function toOklch(color: Rgb): Oklch {
  const [red, green, blue] = color.map(toLinear) as [number, number, number];
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short;
  const lightness = 0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short;
  return [lightness, Math.hypot(a, b), (Math.atan2(b, a) * 180) / Math.PI];
}

function luminanceOf(color: Rgb): number {
  const [red, green, blue] = color.map(toLinear) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The WCAG contrast ratio of two colors, from 1 to 21. */
export function contrastOf(one: Rgb, other: Rgb): number {
  const [lighter, darker] = [luminanceOf(one), luminanceOf(other)].sort((left, right) => right - left);
  return ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05);
}

/** Blends a translucent color with the background behind it. */
export function blendOver(color: Rgb, alpha: number, ground: Rgb): Rgb {
  const [red, green, blue] = color.map((part, index) => part * alpha + (ground[index] ?? 0) * (1 - alpha)) as [
    number,
    number,
    number,
  ];
  return [red, green, blue];
}

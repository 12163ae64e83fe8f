import { Resvg } from '@resvg/resvg-js';
import { type Color, formatColor } from './color.ts';
import { findLogoHeader } from './logo-place.ts';

/** Red, green and blue of each pixel, row by row. */
export interface RgbImage {
  width: number;
  height: number;
  bytes: Uint8Array;
}

// Larger than a logo in any image that we draw.
const MAX_SIDE_PX = 1024;

// Decoding takes as long as drawing the code, so the pixels are cached with the file's bytes.
const unpacked = new WeakMap<Uint8Array, { ground: string; image: RgbImage }>();

function unpack(file: Uint8Array, ground: Color): RgbImage | undefined {
  const header = findLogoHeader(file);
  if (!header) return undefined;
  const scale = Math.min(1, MAX_SIDE_PX / Math.max(header.width, header.height));
  const width = Math.max(1, Math.round(header.width * scale));
  const height = Math.max(1, Math.round(header.height * scale));
  const address = `data:image/${header.kind};base64,${Buffer.from(file).toString('base64')}`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><image width="${width}" height="${height}" preserveAspectRatio="none" href="${address}"/></svg>`;
  const image = new Resvg(svg, {
    font: { loadSystemFonts: false },
    background: formatColor(ground),
    // Smoothing would take most of the time and does nothing at the original size.
    imageRendering: scale === 1 ? 1 : 0,
  }).render();
  const { pixels } = image;
  const bytes = new Uint8Array(width * height * 3);
  for (let pixel = 0; pixel < width * height; pixel++) {
    bytes[pixel * 3] = pixels[pixel * 4] ?? 0;
    bytes[pixel * 3 + 1] = pixels[pixel * 4 + 1] ?? 0;
    bytes[pixel * 3 + 2] = pixels[pixel * 4 + 2] ?? 0;
  }
  return { width, height, bytes };
}

/** Scales the image; if it becomes smaller, each pixel is the mean of the pixels it replaces. */
export function resizeImage(image: RgbImage, width: number, height: number): RgbImage {
  const bytes = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    const top = Math.floor((y * image.height) / height);
    const bottom = Math.max(top + 1, Math.floor(((y + 1) * image.height) / height));
    for (let x = 0; x < width; x++) {
      const left = Math.floor((x * image.width) / width);
      const right = Math.max(left + 1, Math.floor(((x + 1) * image.width) / width));
      for (let channel = 0; channel < 3; channel++) {
        let sum = 0;
        for (let row = top; row < bottom; row++)
          for (let column = left; column < right; column++)
            sum += image.bytes[(row * image.width + column) * 3 + channel] ?? 0;
        bytes[(y * width + x) * 3 + channel] = sum / ((bottom - top) * (right - left)) + 0.5;
      }
    }
  }
  return { width, height, bytes };
}

/**
 * Decodes a PNG or JPEG over a background, at most 1024 pixels wide and high; undefined for any other file.
 * The result is cached as long as the file's bytes exist; they must not change.
 */
export function decodeImage(file: Uint8Array, ground: Color): RgbImage | undefined {
  const known = unpacked.get(file);
  if (known?.ground === formatColor(ground)) return known.image;
  const image = unpack(file, ground);
  if (image) unpacked.set(file, { ground: formatColor(ground), image });
  return image;
}

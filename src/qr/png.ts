import { captionPath } from './caption.ts';
import { type Drawing, layOut } from './drawing.ts';
import { edgesOf } from './edges.ts';
import { findGradientLine } from './gradient.ts';
import { decodeImage, type RgbImage, resizeImage } from './image-pixels.ts';
import { gradientPixels, plainPixels, unfoldPalette } from './ink-pixels.ts';
import type { Box } from './path.ts';
import { colorsOf, type QrPicture, sizeOf } from './picture.ts';
import { type Pixels, writePng } from './png-file.ts';
import { type Fill, rasterise } from './raster.ts';

// Below this many pixels per module, rounding to whole pixels would make modules visibly unequal.
const MIN_SNAPPED_PX = 4;

function fillsOf({ layers, caption }: Drawing, scale: number): Fill[] {
  const fills = layers.map(({ path, tone, isCrisp }) => ({
    edges: edgesOf(path, scale, isCrisp && scale >= MIN_SNAPPED_PX),
    tone,
  }));
  if (!caption) return fills;
  const path = captionPath(caption.text, caption.x, caption.baseline, caption.fontSize);
  return [...fills, { edges: edgesOf(path, scale, false), tone: caption.tone }];
}

function putLogo(pixels: Pixels, image: RgbImage, box: Box, scale: number): void {
  const left = Math.round(box.x * scale);
  const top = Math.round(box.y * scale);
  const width = Math.max(1, Math.round(box.width * scale));
  const height = Math.max(1, Math.round(box.height * scale));
  const { bytes } = resizeImage(image, width, height);
  for (let row = 0; row < height; row++) {
    const line = bytes.subarray(row * width * 3, (row + 1) * width * 3);
    pixels.bytes.set(line, ((top + row) * pixels.width + left) * 3);
  }
}

/** The image as an opaque PNG of the requested width. */
export async function drawPng(picture: QrPicture): Promise<Uint8Array> {
  const drawing = layOut(picture);
  const width = sizeOf(picture);
  const scale = width / drawing.width;
  const raster = rasterise(width, Math.round(drawing.height * scale), fillsOf(drawing, scale));
  const line = findGradientLine(picture, drawing);
  const pixels = line ? gradientPixels(raster, colorsOf(picture), line, scale) : plainPixels(raster, colorsOf(picture));
  const logo = drawing.logo && picture.logo && decodeImage(picture.logo.bytes, colorsOf(picture).paper);
  if (!drawing.logo || !logo) return await writePng(pixels);
  const painted = unfoldPalette(pixels);
  putLogo(painted, logo, drawing.logo, scale);
  return await writePng(painted);
}

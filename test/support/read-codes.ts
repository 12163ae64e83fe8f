import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Resvg } from '@resvg/resvg-js';
import jsQR from 'jsqr';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm';

// By default the decoder fetches its WebAssembly from the network.
const program = readFileSync(fileURLToPath(import.meta.resolve('zxing-wasm/full/zxing_full.wasm')));
prepareZXingModule({
  overrides: { wasmBinary: program.buffer.slice(program.byteOffset, program.byteOffset + program.byteLength) },
});

/** The pixels of a photo. */
export interface Photo {
  data: Uint8ClampedArray;
  width: number;
  height: number;
}

/** How a photo distorts a code. */
export interface Distortion {
  /** The longer side of the picture in the photo, before it is rotated. */
  sidePx: number;
  turnDegrees: number;
  blurPx: number;
}

/** A photo of the file (PNG or the text of an SVG) on a gray background. */
export function photograph(file: Uint8Array | string, { sidePx, turnDegrees, blurPx }: Distortion): Photo {
  const kind = typeof file === 'string' ? 'svg+xml' : 'png';
  const address = `data:image/${kind};base64,${Buffer.from(file).toString('base64')}`;
  const radians = (Math.abs(turnDegrees) * Math.PI) / 180;
  const whole = Math.ceil(sidePx * (Math.abs(Math.sin(radians)) + Math.abs(Math.cos(radians)))) + 16;
  const corner = (whole - sidePx) / 2;
  const image = `<image transform="rotate(${turnDegrees} ${whole / 2} ${whole / 2})" x="${corner}" y="${corner}" width="${sidePx}" height="${sidePx}" href="${address}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${whole}" height="${whole}"><filter id="blur"><feGaussianBlur stdDeviation="${blurPx}"/></filter><g filter="url(#blur)"><rect width="${whole}" height="${whole}" fill="#999"/>${image}</g></svg>`;
  const { pixels, width, height } = new Resvg(svg, { font: { loadSystemFonts: false } }).render();
  return { data: new Uint8ClampedArray(pixels), width, height };
}

/** Reads a code with jsQR. */
export function readByJsqr({ data, width, height }: Photo): string | undefined {
  return jsQR(data, width, height)?.data;
}

/** Reads a code with ZXing. */
export async function readByZxing({ data, width, height }: Photo): Promise<string | undefined> {
  const image = { data, width, height, colorSpace: 'srgb' };
  const [code] = await readBarcodes(image as Parameters<typeof readBarcodes>[0], {
    formats: ['QRCode'],
    tryHarder: true,
  });
  return code?.isValid ? code.text : undefined;
}

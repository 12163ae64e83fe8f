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

// A lens mixes light, and the values of sRGB are not proportional to light.
const LIGHTS = Float32Array.from({ length: 256 }, (_, value) => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});
const LIGHT_STEPS = 8_191;
const VALUES = Uint8Array.from({ length: LIGHT_STEPS + 1 }, (_, step) => {
  const light = step / LIGHT_STEPS;
  return Math.round(255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055));
});

/** Numbers in lines, where two neighbors in a line are `step` apart. */
interface Lines {
  count: number;
  length: number;
  lineStep: number;
  step: number;
}

/** Replaces each number with the weighted sum of its neighbors in the line. */
function mix(numbers: Float32Array, weights: Float32Array, { count, length, lineStep, step }: Lines): Float32Array {
  const mixed = new Float32Array(numbers.length);
  const radius = (weights.length - 1) / 2;
  for (let line = 0; line < count; line += 1) {
    for (let at = 0; at < length; at += 1) {
      let sum = 0;
      for (let index = 0; index < weights.length; index += 1) {
        const near = Math.min(length - 1, Math.max(0, at + index - radius));
        sum += (weights[index] ?? 0) * (numbers[line * lineStep + near * step] ?? 0);
      }
      mixed[line * lineStep + at * step] = sum;
    }
  }
  return mixed;
}

/** Blurs a photo with a Gaussian. The filter of the SVG renderer takes five times as long. */
function blur({ data, width, height }: Photo, blurPx: number): Photo {
  const radius = Math.ceil(blurPx * 3);
  const bell = Array.from({ length: radius * 2 + 1 }, (_, index) =>
    Math.exp(-((index - radius) ** 2) / 2 / blurPx ** 2),
  );
  const sum = bell.reduce((total, weight) => total + weight);
  const weights = Float32Array.from(bell, (weight) => weight / sum);
  const blurred = new Uint8ClampedArray(data);
  for (const channel of [0, 1, 2]) {
    const lights = new Float32Array(width * height);
    for (let at = 0; at < lights.length; at += 1) lights[at] = LIGHTS[data[at * 4 + channel] ?? 0] ?? 0;
    const rows = mix(lights, weights, { count: height, length: width, lineStep: width, step: 1 });
    const whole = mix(rows, weights, { count: width, length: height, lineStep: 1, step: width });
    for (let at = 0; at < whole.length; at += 1)
      blurred[at * 4 + channel] = VALUES[Math.round((whole[at] ?? 0) * LIGHT_STEPS)] ?? 0;
  }
  return { data: blurred, width, height };
}

/** A photo of the file (PNG or the text of an SVG) on a gray background. */
export function photograph(file: Uint8Array | string, { sidePx, turnDegrees, blurPx }: Distortion): Photo {
  const kind = typeof file === 'string' ? 'svg+xml' : 'png';
  const address = `data:image/${kind};base64,${Buffer.from(file).toString('base64')}`;
  const radians = (Math.abs(turnDegrees) * Math.PI) / 180;
  const whole = Math.ceil(sidePx * (Math.abs(Math.sin(radians)) + Math.abs(Math.cos(radians)))) + 16;
  const corner = (whole - sidePx) / 2;
  const image = `<image transform="rotate(${turnDegrees} ${whole / 2} ${whole / 2})" x="${corner}" y="${corner}" width="${sidePx}" height="${sidePx}" href="${address}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${whole}" height="${whole}"><rect width="${whole}" height="${whole}" fill="#999"/>${image}</svg>`;
  const { pixels, width, height } = new Resvg(svg, { font: { loadSystemFonts: false } }).render();
  const sharp = { data: new Uint8ClampedArray(pixels), width, height };
  return blurPx === 0 ? sharp : blur(sharp, blurPx);
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

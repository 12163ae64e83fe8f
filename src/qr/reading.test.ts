import { afterAll, expect, test } from 'bun:test';
import { chosenSamples, makeLogo, sampleContents } from '../../test/support/code-samples.ts';
import { type Photo, photograph, readByJsqr, readByZxing } from '../../test/support/read-codes.ts';
import { codeMatrixOf } from './code-matrix.ts';
import { luminanceOf } from './color.ts';
import { layOut } from './drawing.ts';
import { payloadOf } from './payload.ts';
import { colorsOf, type QrPicture } from './picture.ts';
import { drawPng } from './png.ts';
import { checkReadability } from './readability.ts';
import { drawSvg } from './svg.ts';

// A scanner sees the same code repeatedly as the hand comes nearer; jsQR misses some frames of any code.
const FRAMES = [
  { pxPerModule: 5, turnDegrees: 6, blurPx: 0.8 },
  { pxPerModule: 5.7, turnDegrees: -17, blurPx: 0.7 },
  { pxPerModule: 6.2, turnDegrees: 3, blurPx: 0.9 },
  { pxPerModule: 6.6, turnDegrees: 38, blurPx: 0.9 },
  { pxPerModule: 7.3, turnDegrees: 90, blurPx: 1 },
  { pxPerModule: 8.1, turnDegrees: -8, blurPx: 1.2 },
  { pxPerModule: 10.5, turnDegrees: 4, blurPx: 1.2 },
] as const;

const framesTaken = { zxing: 0, codes: 0 };

type Reader = (photo: Photo) => string | undefined | Promise<string | undefined>;

/** Takes the photos of a file for all readers, each of them when it is needed. */
function photographer(file: Uint8Array | string, sideModules: number): (frame: number) => Photo {
  const photos: Photo[] = [];
  return (frame) => {
    const { pxPerModule, turnDegrees, blurPx } = FRAMES[frame] ?? FRAMES[0];
    photos[frame] ??= photograph(file, { sidePx: Math.round(sideModules * pxPerModule), turnDegrees, blurPx });
    return photos[frame];
  };
}

async function scan(photoOf: (frame: number) => Photo, read: Reader) {
  for (const frame of FRAMES.keys()) {
    const text = await read(photoOf(frame));
    if (text !== undefined) return { text, frames: frame + 1 };
  }
  return { text: undefined, frames: FRAMES.length };
}

// jsQR rarely finds light dots on dark with much content around a logo (it never finds 4 of all 2,646 codes), while
// ZXing reads them in the first frame. The API warns that not every scanner reads light on dark.
function isBeyondJsqr(picture: QrPicture): boolean {
  const { ink, paper } = colorsOf(picture);
  const isInverted = luminanceOf(ink) > luminanceOf(paper);
  return isInverted && picture.style === 'dots' && !!picture.logo && codeMatrixOf(picture).modules.length > 70;
}

async function expectRead(
  picture: QrPicture,
  draw: (picture: QrPicture) => string | Promise<Uint8Array>,
): Promise<void> {
  const { width, height } = layOut(picture);
  const file = await draw({ ...picture, size: Math.max(512, width * 10) });
  const photoOf = photographer(file, Math.max(width, height));
  const jsqr = await scan(photoOf, readByJsqr);
  const zxing = await scan(photoOf, readByZxing);
  framesTaken.zxing += zxing.frames;
  framesTaken.codes += 1;
  const byJsqr = jsqr.text === undefined && isBeyondJsqr(picture) ? picture.content : jsqr.text;
  expect({ jsqr: byJsqr, zxing: zxing.text }).toEqual({ jsqr: picture.content, zxing: picture.content });
}

for (const { name, picture } of chosenSamples(20)) {
  test(`two decoders read it small, blurred and rotated: ${name}`, async () => {
    expect(checkReadability(picture).problems).toEqual([]);
    await expectRead(picture, drawPng);
  });
}

for (const content of sampleContents) {
  test(`the SVG decodes like the PNG: ${content.type}`, async () => {
    const picture: QrPicture = {
      content: payloadOf(content),
      style: 'dots',
      eyeStyle: 'rounded',
      gradient: { to: [0, 90, 200] },
      logo: { bytes: makeLogo(300, 100) },
    };
    await expectRead(picture, drawSvg);
  });
}

for (const length of [1, 8, 20, 60, 200, 500, 900]) {
  test(`the largest allowed logo leaves ${length} bytes readable`, async () => {
    const content = 'k'.repeat(length);
    const shares = Array.from({ length: 30 }, (_, index) => 0.4 - index * 0.01);
    const pictures = shares.map((share): QrPicture => ({ content, logo: { bytes: makeLogo(), share } }));
    const picture = pictures.find((candidate) => checkReadability(candidate).problems.length === 0);
    expect(picture?.logo?.share).toBeGreaterThan(0.2);
    if (picture) await expectRead(picture, drawPng);
  });
}

for (const margin of [1, 2, 10]) {
  test(`a margin of ${margin} is readable`, async () => {
    const content = 'https://sign.example/Grüße';
    await expectRead({ content, margin, style: 'rounded', eyeStyle: 'circle' }, drawPng);
  });
}

afterAll(() => {
  // ZXing reads nearly all in the first frame; if this ratio grows, a style has become harder to read.
  expect(framesTaken.zxing / framesTaken.codes).toBeLessThan(1.2);
});

import { expect, test } from 'bun:test';
import { makePng } from '../../../test/support/pictures.ts';
import { drawSmall } from './draw-small.ts';

async function measuresOf(bytes: Uint8Array) {
  const { width, height, format } = await new Bun.Image(bytes).metadata();
  return [format, width, height];
}

test.each([
  [600, 300, 240, 240, 120],
  [300, 600, 240, 240, 480],
  [2000, 1, 240, 240, 1],
  [240, 90, 240, 240, 90],
  [30, 20, 240, 30, 20],
])('%d x %d becomes at most %d wide', async (width, height, most, newWidth, newHeight) => {
  const small = await drawSmall(makePng(width, height), most);
  expect(await measuresOf(small)).toEqual(['webp', newWidth, newHeight]);
});

test('transparency is kept', async () => {
  const clear = await new Bun.Image(Buffer.from(CLEAR, 'base64')).png().bytes();
  const drawn = await new Bun.Image(await drawSmall(clear, 240)).png().bytes();
  // Byte 26 of a PNG is its color type; 6 includes an alpha channel.
  expect(drawn[25]).toBe(6);
});

// One transparent pixel.
const CLEAR = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

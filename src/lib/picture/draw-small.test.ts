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

test('what lets the ground through goes on doing so', async () => {
  const clear = await new Bun.Image(Buffer.from(CLEAR, 'base64')).png().bytes();
  const drawn = await new Bun.Image(await drawSmall(clear, 240)).png().bytes();
  // The colour type of a PNG is its 26th byte; 6 has transparency.
  expect(drawn[25]).toBe(6);
});

// One pixel that is not there.
const CLEAR = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

import { expect, test } from 'bun:test';
import { toHex, toRgbText } from './color.ts';

test('a color of the API survives a round trip through a field', () => {
  expect(toHex('rgb(3, 40,250)')).toBe('#0328fa');
  expect(toRgbText('#0328fa')).toBe('rgb(3,40,250)');
});

test('no color is an empty field, and an empty field is no color', () => {
  expect(toHex(null)).toBe('');
  expect(toRgbText('')).toBeNull();
});

test('an invalid color is sent unchanged, so that the API can refuse it', () => {
  expect(toRgbText('reddish')).toBe('reddish');
});

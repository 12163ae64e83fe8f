import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { blendOver, contrastOf, formatHex, parseHex, type Rgb, toOklch, toRgb } from './color.ts';
import { deriveColors, MIN_TEXT_CONTRAST, makeReadable, surfacesOf } from './palette.ts';
import { bioThemes, hasReadableAccent, themeNames } from './themes.ts';

const colors = fc.tuple(...[0, 1, 2].map(() => fc.integer({ min: 0, max: 255 }))) as fc.Arbitrary<
  [number, number, number]
>;

describe('colors', () => {
  test.each([
    ['#000', '#fff', 21],
    ['#777777', '#ffffff', 4.48],
    ['#ff0000', '#ffffff', 4],
    ['#123456', '#123456', 1],
  ])('the contrast of %s with %s is %d', (one, other, contrast) => {
    const [left, right] = [parseHex(one) as Rgb, parseHex(other) as Rgb];
    expect(contrastOf(left, right)).toBeCloseTo(contrast, 1);
    expect(contrastOf(right, left)).toBe(contrastOf(left, right));
  });

  test('converting a color to lightness, chroma and hue and back keeps it', () => {
    fc.assert(fc.property(colors, (color) => expect(toRgb(toOklch(color))).toEqual(color)));
  });

  test('a color outside sRGB keeps its lightness and hue', () => {
    const [lightness, chroma, hue] = toOklch(toRgb([0.7, 0.4, 150]));
    expect([Math.round(lightness * 100), Math.round(hue)]).toEqual([70, 150]);
    expect(chroma).toBeLessThan(0.4);
  });

  test.each(['#fff', 'fff', '#FFFFFF', 'ffffff'])('%s is white', (text) => {
    expect(formatHex(parseHex(text) as Rgb)).toBe('#ffffff');
  });
  test.each(['', '#', '#ff', '#fffff', '#ggg', 'white', '#fff;}', '#fff\n', ' #fff'])('%j is not a color', (text) => {
    expect(parseHex(text)).toBeUndefined();
  });

  test('a translucent color blends with its background', () => {
    expect(blendOver([255, 255, 255], 0.5, [0, 0, 0])).toEqual([127.5, 127.5, 127.5]);
  });
});

for (const name of themeNames) {
  for (const scheme of ['light', 'dark'] as const) {
    describe(`the theme ${name} in ${scheme}`, () => {
      /** Every pair of text and background that is not readable. */
      function unreadable(own?: Rgb): string[] {
        const worked = deriveColors(bioThemes[name][scheme], own);
        const words = { ink: worked.ink, quiet: worked.quiet, tone: worked.tone };
        const pairs = Object.entries(words).flatMap(([word, color]) =>
          surfacesOf(worked).map((surface): [string, number] => [
            `${word} ${formatHex(color)} on ${formatHex(surface)}`,
            contrastOf(color, surface),
          ]),
        );
        pairs.push(['on the accent', contrastOf(worked.onAccent, worked.accent)]);
        return pairs
          .filter(([, contrast]) => contrast < MIN_TEXT_CONTRAST)
          .map(([pair, at]) => `${pair}: ${at.toFixed(2)}`);
      }

      test('all text is readable', () => {
        expect(unreadable()).toEqual([]);
      });

      test('all text is readable with any accent color', () => {
        fc.assert(fc.property(colors, (own) => expect(unreadable(own)).toEqual([])));
      });

      test('its background is as light as the scheme, unless the accent is the background', () => {
        const { grounds } = deriveColors(bioThemes[name][scheme]);
        if (bioThemes[name][scheme].isAccentGround) return;
        for (const ground of grounds) {
          const isLight = contrastOf(ground, [0, 0, 0]) > contrastOf(ground, [255, 255, 255]);
          expect(isLight).toBe(scheme === 'light');
        }
      });
    });
  }
}

test('a color changes no more than necessary', () => {
  const white: Rgb = [255, 255, 255];
  expect(makeReadable([20, 30, 40], [white])).toEqual([20, 30, 40]);
  const yellow = makeReadable([255, 238, 102], [white]);
  expect(contrastOf(yellow, white)).toBeGreaterThanOrEqual(MIN_TEXT_CONTRAST);
  expect(contrastOf(yellow, white)).toBeLessThan(MIN_TEXT_CONTRAST + 0.2);
  expect(Math.abs(toOklch(yellow)[2] - toOklch([255, 238, 102])[2])).toBeLessThan(5);
});

test('an accent is checked in the light scheme', () => {
  expect(hasReadableAccent('plain', [0, 0, 0])).toBe(true);
  expect(hasReadableAccent('plain', [255, 255, 255])).toBe(false);
});

import { afterEach, expect, test } from 'bun:test';
import { join } from 'node:path';
import { newFolder } from '../../test/support/engines.ts';
import { makePng } from '../../test/support/pictures.ts';
import { openTestSite, type TestSite } from '../../test/support/test-site.ts';
import { contrastOf, parseHex, type Rgb, toRgb } from './bio/color.ts';
import { brandSheets, setBrand } from './brand.ts';

let site: TestSite | undefined;

afterEach(async () => {
  setBrand({ hasName: true });
  await site?.close();
  site = undefined;
});

/** The value of a variable in a stylesheet, in the light and the dark scheme. */
function valuesOf(css: string, name: string): Rgb[] {
  return [...css.matchAll(new RegExp(`--${name}:(#[0-9a-f]{6})`, 'g'))].map(([, hex = '']) => parseHex(hex) as Rgb);
}

test.each(['#ffff00', '#000000', '#ffffff', '#ff0066', '#176b62', '#7f7f7f'])(
  '%s as accent is readable in both schemes, and so is the text on it',
  (color) => {
    setBrand({ color, hasName: true });
    const css = brandSheets()[0]?.content.text ?? '';
    const grounds: Rgb[] = [[255, 255, 255], toRgb([0.215, 0.014, 230])];
    const accents = valuesOf(css, 'accent');
    expect(accents).toHaveLength(2);
    for (const [index, accent] of accents.entries()) {
      expect(contrastOf(accent, grounds[index] as Rgb)).toBeGreaterThanOrEqual(4.5);
      for (const name of ['accent', 'accent-over']) {
        const [words, shape] = [valuesOf(css, 'on-accent')[index] as Rgb, valuesOf(css, name)[index] as Rgb];
        expect(contrastOf(words, shape)).toBeGreaterThanOrEqual(4.5);
      }
    }
  },
);

test('pages have the logo and color of the operator, and can hide the product name [sqlite]', async () => {
  const PAGE_LOGO = join(newFolder(), 'logo.png');
  await Bun.write(PAGE_LOGO, makePng(12, 6));
  site = await openTestSite('sqlite', { PAGE_LOGO, PAGE_COLOR: '#aa0033', PAGE_NAME: 'off' });
  const page = await site.send('GET', '/nothing');
  expect(page.status).toBe(404);
  expect(page.text).toContain('<img class="logo" src="/assets/logo.png" alt="">');
  expect(page.text).toContain('--accent:#aa0033');
  expect(page.text).not.toContain('Signpost');
  expect(page.headers.get('Content-Security-Policy')).toContain("img-src 'self' data:");
  const logo = await site.send('GET', '/assets/logo.png');
  expect([logo.status, logo.headers.get('Content-Type')]).toEqual([200, 'image/png']);
});

test('without those settings pages have the default brand [sqlite]', async () => {
  site = await openTestSite('sqlite');
  const page = await site.send('GET', '/nothing');
  expect(page.text).toContain('Signpost');
  expect(page.text).not.toContain('class="logo" src');
  expect((await site.send('GET', '/assets/logo.png')).status).toBe(404);
});

test.each([
  ['a missing file', '/nowhere/logo.png', 'PAGE_LOGO cannot be read'],
  ['a file that is not a picture', import.meta.path, 'PAGE_LOGO: Must be a complete PNG or JPEG file.'],
])('%s as logo prevents the start [sqlite]', async (_, path, sentence) => {
  await expect(openTestSite('sqlite', { PAGE_LOGO: path })).rejects.toThrow(sentence);
});

import { expect, test } from 'bun:test';
import { makeLogo } from '../../test/support/code-samples.ts';
import { claimSize } from '../../test/support/pictures.ts';
import { type Color, contrastBetween, formatColor, parseColor } from './color.ts';
import type { QrPicture } from './picture.ts';
import { checkReadability } from './readability.ts';

const refused: [string, Partial<QrPicture>, string[]][] = [
  ['colors that are alike', { foreground: [200, 200, 200] }, ['foreground']],
  ['a yellow on white', { foreground: [255, 200, 0] }, ['foreground']],
  ['blue on black', { foreground: [0, 0, 255], background: [0, 0, 0] }, ['foreground']],
  ['the same color twice', { foreground: [9, 9, 9], background: [9, 9, 9] }, ['foreground']],
  ['a gradient that ends in the background', { gradient: { to: [230, 230, 230] } }, ['gradient']],
  [
    'a gradient from darker to lighter than the background',
    { background: [110, 110, 110], gradient: { to: [255, 255, 255] } },
    ['gradient'],
  ],
  ['more than a code holds', { content: 'ä'.repeat(1200) }, ['data']],
  ['nothing', { content: '' }, ['data']],
  ['no margin', { margin: 0 }, ['margin']],
  ['half a module of margin', { margin: 1.5 }, ['margin']],
  ['more margin than code', { margin: 11 }, ['margin']],
  ['a logo over a third of the width', { logo: { bytes: makeLogo(), share: 0.4 } }, ['logo']],
  ['a logo over all', { logo: { bytes: makeLogo(), share: 1 } }, ['logo']],
  ['a logo of no size', { logo: { bytes: makeLogo(), share: Number.NaN } }, ['logo']],
  ['a logo that is no picture', { logo: { bytes: Buffer.from('<svg/>') } }, ['logo']],
  ['an empty logo', { logo: { bytes: new Uint8Array() } }, ['logo']],
  ['a logo that claims to be huge', { logo: { bytes: claimSize(50_000, 50_000) } }, ['logo']],
  [
    'a logo in a code with low error correction',
    { content: 'k'.repeat(2900), ecc: 'low', logo: { bytes: makeLogo() } },
    ['logo'],
  ],
  ['several at once', { content: '', margin: 0, foreground: [255, 255, 255] }, ['foreground', 'margin', 'data']],
];
for (const [what, change, fields] of refused) {
  test(`refused: ${what}`, () => {
    const { problems } = checkReadability({ content: 'hello', ...change });
    expect(problems.map(({ field }) => field)).toEqual(fields as (typeof problems)[number]['field'][]);
  });
}

const allowed: [string, Partial<QrPicture>, number][] = [
  ['black on white', {}, 0],
  ['as much as a code holds', { content: 'k'.repeat(2953), ecc: 'low', size: 2048 }, 0],
  ['much in a small picture', { content: 'k'.repeat(2000), size: 256 }, 1],
  ['light on dark', { foreground: [255, 255, 255], background: [0, 0, 0] }, 1],
  ['little contrast', { foreground: [130, 130, 130] }, 1],
  ['a narrow margin', { margin: 1 }, 1],
  ['a logo', { logo: { bytes: makeLogo() } }, 0],
  ['a wide logo', { logo: { bytes: makeLogo(300, 60), share: 0.4 } }, 0],
  ['a caption in another script', { frame: { caption: 'Меню 菜单' } }, 1],
];
for (const [what, change, warningCount] of allowed) {
  test(`allowed with ${warningCount} warnings: ${what}`, () => {
    const { problems, warnings } = checkReadability({ content: 'hello', ...change });
    expect(problems).toEqual([]);
    expect(warnings).toHaveLength(warningCount);
  });
}

const colors: [string, Color | undefined][] = [
  ['rgb(0,0,0)', [0, 0, 0]],
  [' RGB( 1 , 20,255 ) ', [1, 20, 255]],
  ['rgb(999,-1,x)', undefined],
  ['rgb(256,0,0)', undefined],
  ['rgb(1,2)', undefined],
  ['rgb(1,2,3,4)', undefined],
  ['rgb(1.5,2,3)', undefined],
  ['rgb(1,2,3)"/><script>', undefined],
  ['rgba(1,2,3,0.5)', undefined],
  ['#ffffff', undefined],
  ['', undefined],
];
for (const [text, color] of colors) {
  test(`the color ${JSON.stringify(text)}`, () => expect(parseColor(text)).toEqual(color));
}

test('a formatted color parses to its value', () =>
  expect(parseColor(formatColor([3, 40, 250]))).toEqual([3, 40, 250]));

test('contrast ranges from 1 to 21, in either order', () => {
  expect(contrastBetween([0, 0, 0], [255, 255, 255])).toBeCloseTo(21, 5);
  expect(contrastBetween([255, 255, 255], [0, 0, 0])).toBeCloseTo(21, 5);
  expect(contrastBetween([7, 8, 9], [7, 8, 9])).toBe(1);
});

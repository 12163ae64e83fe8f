import { expect, test } from 'bun:test';
import { type Color, contrastBetween } from '../qr/color.ts';
import { type ChosenColors, colorSheet, findColorProblems } from './palette.ts';

const BLACK: Color = [0, 0, 0];
const NONE: ChosenColors = { background: null, foreground: null, accent: null };

function fieldsOf(chosen: Partial<ChosenColors>): string[] {
  return findColorProblems({ ...NONE, ...chosen }).map(({ field }) => field);
}

function variablesOf(chosen: Partial<ChosenColors>): Record<string, Color> {
  const css = colorSheet({ ...NONE, ...chosen })?.content.text ?? '';
  const found = [...css.matchAll(/--([\w-]+):rgb\((\d+) (\d+) (\d+)\)/g)];
  return Object.fromEntries(found.map(([, name = '', ...numbers]) => [name, numbers.map(Number) as unknown as Color]));
}

test('without chosen colors the defaults apply', () => {
  expect(colorSheet(NONE)).toBeUndefined();
  expect(findColorProblems(NONE)).toEqual([]);
});

test.each([
  [{ background: 'rgb(255,255,255)', foreground: 'rgb(200,200,200)' }, ['foreground']],
  [{ foreground: 'rgb(255,255,0)' }, ['foreground']],
  [{ background: 'rgb(0,0,0)', foreground: 'rgb(1,1,1)', accent: 'rgb(2,2,2)' }, ['foreground', 'accent']],
  [{ accent: 'rgb(250,250,250)' }, ['accent']],
  [{ background: 'rgb(20,40,120)', foreground: 'rgb(255,255,255)', accent: 'rgb(255,200,0)' }, []],
])('%j is checked for readability', (chosen, fields) => {
  expect(fieldsOf(chosen)).toEqual(fields);
});

test('the message states the contrast', () => {
  const [problem] = findColorProblems({ ...NONE, foreground: 'rgb(200,200,200)' });
  expect(problem?.message).toBe('Too similar to the background: the contrast is 1.7, and at least 4.5 is needed.');
});

test('with any one chosen color the others are readable on it', () => {
  const steps = [0, 51, 102, 119, 128, 153, 204, 255];
  for (const red of steps) {
    for (const green of steps) {
      for (const blue of steps) {
        const background = `rgb(${red},${green},${blue})`;
        expect(fieldsOf({ background })).toEqual([]);
        const { card = BLACK, ink, quiet, edge, accent, ...rest } = variablesOf({ background });
        for (const color of [ink, quiet]) expect(contrastBetween(color ?? card, card)).toBeGreaterThanOrEqual(4.5);
        for (const color of [edge, accent]) expect(contrastBetween(color ?? card, card)).toBeGreaterThanOrEqual(3);
        for (const ground of [accent, rest['accent-over']])
          expect(contrastBetween(rest['on-accent'] ?? card, ground ?? card)).toBeGreaterThanOrEqual(4.5);
      }
    }
  }
});

test('the stylesheet has variables and numbers only', () => {
  const css = colorSheet({ ...NONE, background: 'rgb(20,40,120)' })?.content.text;
  expect(css).toMatch(/^:root\{color-scheme:(light|dark)(;--[\w-]+:rgb\(\d+ \d+ \d+\))+\}$/);
});

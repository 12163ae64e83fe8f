import { expect, test } from 'bun:test';
import { style } from './style.ts';

/** The colors in the first and second variable block of a stylesheet. */
function coloursIn(css: string, block: number): [string, string][] {
  const [, ...blocks] = css.split(/:root\s*\{/);
  return [...(blocks[block]?.split('}')[0] ?? '').matchAll(/--([\w-]+): (oklch\([^)]+\))/g)].map(
    ([, name = '', value = '']) => [name, value],
  );
}

test('the dashboard and the public pages have the same colors in both themes', async () => {
  const tokens = await Bun.file('web/ui/tokens.css').text();
  const both = new Map(
    [...tokens.matchAll(/--([\w-]+): light-dark\((oklch\([^)]+\)), (oklch\([^)]+\))\)/g)].map(
      ([, name = '', light, dark]) => [name, [light, dark]],
    ),
  );
  const [light, dark] = [coloursIn(style, 0), coloursIn(style, 1)];
  expect(light.length).toBeGreaterThan(10);
  expect(dark.map(([name]) => name)).toEqual(light.map(([name]) => name));
  for (const [name, value] of light) expect({ name, value: both.get(name)?.[0] }).toEqual({ name, value });
  for (const [name, value] of dark) expect({ name, value: both.get(name)?.[1] }).toEqual({ name, value });
});

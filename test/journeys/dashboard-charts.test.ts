import { expect, test } from 'bun:test';
import { findCountry } from '../../src/geo/countries.ts';
import { classesTo, stepOf } from '../../web/ui/charts/map-scale.ts';
import { worldShapes } from '../../web/ui/charts/world-shapes.ts';

for (const [largest, classes] of [
  [0, []],
  [1, ['5: 1-1']],
  [3, ['3: 1-1', '4: 2-2', '5: 3-3']],
  [518, ['1: 1-3', '2: 4-12', '3: 13-42', '4: 43-148', '5: 149-518']],
  [1_000_000, ['1: 1-15', '2: 16-251', '3: 252-3981', '4: 3982-63095', '5: 63096-1000000']],
] as const) {
  test(`counts up to ${largest} are shaded in ${classes.length} steps without a gap, the largest strongest`, () => {
    const found = classesTo(largest);
    expect(found.map(({ step, least, most }) => `${step}: ${least}-${most}`)).toEqual([...classes]);
    expect(stepOf(found, 0)).toBe(0);
    for (const { step, least, most } of found)
      expect([stepOf(found, least), stepOf(found, most)]).toEqual([step, step]);
  });
}

test('each country of the map has the name that statistics have for it, and an outline or a place on the map', () => {
  const all = Object.entries(worldShapes);
  expect(all.length).toBeGreaterThan(230);
  for (const [code, [name, shape]] of all) {
    expect(findCountry(name)).toEqual({ code, name });
    expect(shape).toMatch(/^(?:(?:M\d+ \d+l[-\d ]+z)+|\d+ \d+)$/);
  }
  for (const code of ['US', 'DE', 'FR', 'NO', 'XK', 'TW', 'SG', 'HK', 'MT', 'VA']) {
    expect(worldShapes[code]).toBeDefined();
  }
});

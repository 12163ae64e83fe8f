import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { type Dimension, dimensions, forEachDimension } from '../rollups/dimension.ts';
import { HOUR_MS } from '../rollups/subject.ts';
import type { Click } from './click.ts';
import { ClickBuffer } from './click-buffer.ts';
import { sectionAt, TextTally, textAt } from './text-tally.ts';

const click: fc.Arbitrary<Click> = fc.record({
  noun: fc.constantFrom('link', 'qr'),
  id: fc.integer({ min: 1, max: 3 }),
  at: fc.integer({ min: 0, max: 3 * HOUR_MS }),
  kind: fc.constantFrom('person', 'crawler'),
  visitor: fc.integer({ min: 0, max: 5 }),
  values: fc.record(
    forEachDimension(() => fc.constantFrom('a', 'b', 'c', 'd')),
    { requiredKeys: [] },
  ),
});

function isCounted({ kind }: Click, dimension: Dimension): boolean {
  return kind === 'person' || dimension === 'bot';
}

/** The expected counts of a subject in an hour, computed from all clicks. */
function countByHand(clicks: Click[], noun: string, id: number, hour: number) {
  const own = clicks.filter((one) => one.noun === noun && one.id === id && one.at - (one.at % HOUR_MS) === hour);
  const counts: Record<string, number> = {};
  for (const one of own) {
    for (const dimension of dimensions) {
      const value = one.values[dimension];
      if (value === undefined || !isCounted(one, dimension)) continue;
      counts[`${dimension} ${value}`] = (counts[`${dimension} ${value}`] ?? 0) + 1;
    }
  }
  const people = own.filter(({ kind }) => kind === 'person');
  return {
    people: people.length,
    bots: own.length - people.length,
    visitors: new Set(people.map(({ visitor }) => visitor)).size,
    counts,
  };
}

test('the sums of a buffer match its clicks, even after it has grown', () => {
  fc.assert(
    fc.property(fc.array(click, { maxLength: 60 }), (clicks) => {
      const buffer = new ClickBuffer(4);
      for (const one of clicks) buffer.add(one);
      const tally = new TextTally(buffer);
      let seen = 0;
      for (const { noun, id, hours } of buffer.listSubjects()) {
        for (const hour of hours) {
          const { places, counts, visitors } = tally.sum([hour]);
          const named: Record<string, number> = {};
          for (const [index, place] of places.entries()) {
            const count = counts[index] ?? 0;
            if (count > 0) named[`${dimensions[sectionAt(place)]} ${buffer.texts[textAt(place)]}`] = count;
          }
          const { people, bots } = hour;
          expect({ people, bots, visitors: visitors.count(), counts: named }).toEqual(
            countByHand(clicks, noun, id, hour.hour),
          );
          seen += people + bots;
        }
      }
      expect(seen).toBe(clicks.length);
      buffer.clear();
      expect(buffer.listSubjects()).toEqual([]);
    }),
  );
});

import { expect, test } from 'bun:test';
import { newRotation, pickFrom, withoutCandidate } from './rotation.ts';

function candidate(id: number, weight: number, startsAt: number | null = null) {
  return { id, domainId: 0, alias: `a${id}`, shortUrl: '', weight, startsAt };
}

const [one, two, three] = [candidate(1, 1), candidate(2, 3), candidate(3, 6)];

test.each([
  [0, 1],
  [0.0999, 1],
  [0.1, 2],
  [0.3999, 2],
  [0.4, 3],
  [0.9999, 3],
])('%d of the whole falls on candidate %d', (random, id) => {
  expect(pickFrom(newRotation([one, two, three]), random, 0)?.id).toBe(id);
});

test('of none none is picked', () => {
  expect(pickFrom(newRotation([]), 0.5, 0)).toBeUndefined();
  expect(pickFrom(withoutCandidate(newRotation([one]), one), 0.5, 0)).toBeUndefined();
});

test('one that is left out leaves its place to the others', () => {
  const rotation = withoutCandidate(newRotation([one, two, three]), three);
  expect([0.2, 0.3].map((random) => pickFrom(rotation, random, 0)?.id)).toEqual([1, 2]);
  expect(pickFrom(rotation, 0.9999, 0)?.id).toBe(2);
});

test('those that have not begun have no place before their moment, and one from then on', () => {
  const rotation = newRotation([one, candidate(4, 1, 100), candidate(5, 2, 200)]);
  const picks = (now: number) => [0, 0.49, 0.5, 0.99].map((random) => pickFrom(rotation, random, now)?.id);
  expect(picks(99)).toEqual([1, 1, 1, 1]);
  expect(picks(100)).toEqual([1, 1, 4, 4]);
  expect(picks(199)).toEqual([1, 1, 4, 4]);
  expect(picks(200)).toEqual([1, 4, 5, 5]);
});

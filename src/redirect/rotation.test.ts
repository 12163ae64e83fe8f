import { expect, test } from 'bun:test';
import { createRotation, pickCandidate, startCandidates, withoutCandidate } from './rotation.ts';

function candidate(id: number, weight: number, startsAt: number | null = null) {
  return { id, domainId: 0, alias: `a${id}`, shortUrl: '', weight, startsAt };
}

const [one, two, three] = [candidate(1, 1), candidate(2, 3), candidate(3, 6)];
const rotation = createRotation([one, two, three], 0);

test.each([
  [0, 1],
  [0.0999, 1],
  [0.1, 2],
  [0.3999, 2],
  [0.4, 3],
  [0.9999, 3],
])('the number %d picks candidate %d', (random, id) => {
  expect(pickCandidate(rotation, random)?.id).toBe(id);
});

test('without candidates nothing is picked', () => {
  expect(pickCandidate(createRotation([], 0), 0.5)).toBeUndefined();
  expect(pickCandidate(withoutCandidate(createRotation([one], 0), one, 0), 0.5)).toBeUndefined();
});

test('the share of a removed candidate goes to the others', () => {
  const rest = withoutCandidate(rotation, three, 0);
  expect([0.2, 0.3].map((random) => pickCandidate(rest, random)?.id)).toEqual([1, 2]);
  expect(pickCandidate(rest, 0.9999)?.id).toBe(2);
  expect(rotation.candidates).toEqual([one, two, three]);
});

test('a candidate is not picked before its start', () => {
  const first = createRotation([one, candidate(4, 1, 100), candidate(5, 2, 200)], 0);
  const picks = (now: number) =>
    [0, 0.49, 0.5, 0.99].map((random) => pickCandidate(startCandidates(first, now), random)?.id);
  expect(picks(99)).toEqual([1, 1, 1, 1]);
  expect(picks(100)).toEqual([1, 1, 4, 4]);
  expect(picks(199)).toEqual([1, 1, 4, 4]);
  expect(picks(200)).toEqual([1, 4, 5, 5]);
});

test('a rotation is replaced only when a candidate starts', () => {
  const first = createRotation([one, candidate(4, 1, 100)], 0);
  expect(startCandidates(first, 99)).toBe(first);
  expect(startCandidates(first, 100)).not.toBe(first);
  expect(first.started).toEqual([one]);
});

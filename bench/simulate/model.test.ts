import { expect, test } from 'bun:test';
import { fastestCpuMs } from '../../test/support/measure.ts';
import { costs } from './costs.ts';
import { simulate } from './model.ts';

const SMALL = { links: 1e6, visitsPerSecond: 1e3 };
const LARGE = { links: 1e11, visitsPerSecond: 1e6 };

test('the number of nodes follows from the CPU time of a visit', () => {
  const exact = { ...costs, visitUs: 80, queryUs: 0, coresPerNode: 4, plannedShare: 0.5 };
  expect(simulate({ links: 1e6, visitsPerSecond: 1e5 }, exact).nodes).toBe(4);
  expect(simulate({ links: 1e6, visitsPerSecond: 2e5 }, exact).nodes).toBe(8);
});

test('queries for links that are not cached need nodes too', () => {
  const { nodes, linkQueries } = simulate(LARGE, {
    ...costs,
    visitUs: 0,
    queryUs: 100,
    coresPerNode: 1,
    plannedShare: 1,
  });
  expect(nodes).toBeGreaterThanOrEqual(linkQueries * 1e-4);
  expect(nodes).toBeLessThan(linkQueries * 1e-4 * 1.1);
});

test('no more queries are made than visits arrive, and fewer if a link is always served by the same node', () => {
  for (const scale of [SMALL, LARGE]) {
    const { linkQueries, linkQueriesByAlias, waitingShare, waitingShareByAlias } = simulate(scale, costs);
    expect(linkQueries).toBeLessThanOrEqual(scale.visitsPerSecond);
    expect(linkQueriesByAlias).toBeLessThanOrEqual(linkQueries);
    expect(waitingShareByAlias).toBeLessThanOrEqual(waitingShare);
    expect(waitingShare).toBeLessThan(1);
  }
});

test('a link that is visited constantly is queried once per refresh interval', () => {
  const { linkQueries } = simulate(
    { links: 1, visitsPerSecond: 1e4 },
    { ...costs, coresPerNode: 100, refreshSeconds: 2 },
  );
  expect(linkQueries).toBeCloseTo(0.5, 3);
});

test('longer batches write fewer rows', () => {
  const rowsFor = (batchSeconds: number) => simulate(LARGE, { ...costs, batchSeconds }).rowsWritten;
  expect(rowsFor(5)).toBeLessThan(rowsFor(0.5));
});

test('a node that can count twice its normal traffic is never behind; a slower one catches up later', () => {
  const timeFor = (countingUs: number) => simulate(SMALL, { ...costs, countingUs }).minutesBehindAfterPeak;
  expect(timeFor(1)).toBe(0);
  // Half of eight processors count 1,600 visits a second at 2,500 µs each; 2,000 arrive in the peak hour, 1,000 afterward.
  expect(timeFor(2_500)).toBeCloseTo(((2_000 - 1_600) * 60) / (1_600 - 1_000));
});

test('a hundred billion links are calculated in less than a second', () => {
  expect(fastestCpuMs(1, () => simulate(LARGE, costs))).toBeLessThan(1_000);
});

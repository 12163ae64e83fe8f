import { expect, test } from 'bun:test';
import { openDashboardSource } from './dashboard-bundle.ts';

test('the version of a checkout depends on its source files', () => {
  const [youngestMs, count] = openDashboardSource().version().split(' ').map(Number);
  expect(youngestMs).toBeGreaterThan(0);
  expect(count).toBeGreaterThan(500);
});

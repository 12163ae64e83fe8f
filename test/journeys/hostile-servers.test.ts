import { expect, test } from 'bun:test';
import { guards } from '../support/guards.ts';
import { measureHostileLoad } from '../support/hostile-load.ts';
import { stretched } from '../support/wait.ts';

test('four hostile servers that respond to our fetches do not delay redirects [sqlite]', async () => {
  guards('outbound-bounds');
  const { redirects, links, slowestMs } = await measureHostileLoad(4_000);
  expect(links).toBeGreaterThan(20);
  expect(redirects).toBeGreaterThan(100);
  // Without the limits it was 4,600 ms. `npm run bench -- outbound` checks the limit of 50 ms on a quiet machine.
  expect(slowestMs).toBeLessThan(stretched(1_000));
});

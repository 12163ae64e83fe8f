import { measureHostileLoad } from '../test/support/hostile-load.ts';
import type { Bench } from './measure.ts';

const DURATION_MS = 10_000;

/** Redirect latency while four hostile servers respond to the fetches that users trigger. */
export async function benchOutbound(): Promise<Bench[]> {
  const { redirects, links, slowestMs } = await measureHostileLoad(DURATION_MS);
  return [
    {
      title: 'Redirects beside four hostile servers',
      unit: '',
      values: { redirects, 'destinations fetched': links },
      claims: [{ text: 'slowest redirect', unit: ' ms', value: slowestMs, atMost: 50 }],
    },
  ];
}

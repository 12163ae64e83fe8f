import { runConnection } from './client.ts';
import { type Bench, quantileOf } from './measure.ts';
import type { VisitedLinks } from './visited-links.ts';

const VISITS_READY = 20_000;
const CONNECTIONS = 8;
const WARM_UP_WRITES = 100;
const WRITES = 800;
const AT_MOST_MS = 20;

async function addLinkTimed({ port, key }: VisitedLinks, number: number): Promise<number> {
  const startMs = performance.now();
  const answer = await fetch(`http://127.0.0.1:${port}/api/url/add`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}` },
    body: JSON.stringify({ url: `https://www.example.com/written/${number}` }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  await answer.arrayBuffer();
  return performance.now() - startMs;
}

/** Measures how long it takes to create a link while the server handles and counts visits at full speed. */
export async function benchApiWrites(server: VisitedLinks): Promise<Bench> {
  const requests = server.newRequests(VISITS_READY).map((request) => Buffer.from(request));
  let isOver = false;
  let sent = 0;
  const next = () => (isOver ? undefined : requests[sent++ % requests.length]);
  const load = Promise.all(Array.from({ length: CONNECTIONS }, () => runConnection(server, next, '302')));
  const samples: number[] = [];
  // The warm-up also fills the journal, so that there is always something to count.
  for (let number = 0; number < WARM_UP_WRITES + WRITES; number += 1) {
    const tookMs = await addLinkTimed(server, number);
    if (number >= WARM_UP_WRITES) samples.push(tookMs);
  }
  isOver = true;
  await load;
  await server.waitUntilCounted();
  const p99 = quantileOf(samples, 0.99);
  return {
    title: `POST /api/url/add while visits are counted, ${samples.length} one after the other`,
    unit: 'ms',
    values: { median: quantileOf(samples, 0.5), 'p99, 99 of 100 are faster': p99, 'the slowest': Math.max(...samples) },
    claims: [{ text: 'p99', unit: ' ms', value: p99, atMost: AT_MOST_MS }],
  };
}

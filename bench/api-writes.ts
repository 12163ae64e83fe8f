import { runConnection } from './client.ts';
import { type Condition, MOST_WORSE, under } from './conditions.ts';
import { type Bench, type Claim, medianOf, quantileOf } from './measure.ts';
import { DELAY_MS } from './slow-disk.ts';
import type { VisitedLinks } from './visited-links.ts';

const VISITS_READY = 20_000;
const CONNECTIONS = 8;
const WARM_UP_WRITES = 100;
const WRITES = 500;
const ROUNDS = 3;
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

/** Creates links one after the other while the server handles visits at full speed; returns how long each one took. */
async function timeWrites(server: VisitedLinks, firstNumber: number): Promise<number[]> {
  const requests = server.newRequests(VISITS_READY).map((request) => Buffer.from(request));
  let isOver = false;
  let sent = 0;
  const next = () => (isOver ? undefined : requests[sent++ % requests.length]);
  const load = Promise.all(Array.from({ length: CONNECTIONS }, () => runConnection(server, next, '302')));
  const samples: number[] = [];
  // The warm-up also fills the journal, so that there is always something to count.
  for (let number = 0; number < WARM_UP_WRITES + WRITES; number += 1) {
    const tookMs = await addLinkTimed(server, firstNumber + number);
    if (number >= WARM_UP_WRITES) samples.push(tookMs);
  }
  isOver = true;
  await load;
  await server.waitUntilCounted();
  return samples;
}

const titles: Partial<Record<Condition, string>> = {
  quiet: `POST /api/url/add while visits are counted, ${ROUNDS} rounds of ${WRITES} one after the other`,
  'slow disk': 'the same on a disk that takes 20 ms longer for each fsync',
};

/** A write waits for its own `fsync`, so a slow disk may add that to the time on the quiet machine, and little else. */
function claimOf(p99: number, quietP99: number | undefined): Claim {
  if (quietP99 === undefined) return { text: 'p99', unit: ' ms', value: p99, atMost: AT_MOST_MS };
  return { text: 'p99 / p99 above and one fsync', value: p99 / (quietP99 + DELAY_MS), atMost: MOST_WORSE };
}

/** Measures how long it takes to create a link while the server handles and counts visits at full speed. */
export async function benchApiWrites(server: VisitedLinks, conditions: Condition[]): Promise<Bench[]> {
  const benches: Bench[] = [];
  let written = 0;
  let quietP99: number | undefined;
  for (const condition of conditions) {
    const title = titles[condition];
    if (!title) continue;
    const rounds: number[][] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push(await under(condition, () => timeWrites(server, written)));
      written += WARM_UP_WRITES + WRITES;
    }
    const quantile = (share: number) => medianOf(rounds.map((samples) => quantileOf(samples, share)));
    const p99 = quantile(0.99);
    benches.push({
      title,
      unit: 'ms',
      values: {
        median: quantile(0.5),
        'p99, 99 of 100 are faster': p99,
        'the slowest of all rounds': Math.max(...rounds.flat()),
      },
      claims: [claimOf(p99, quietP99)],
    });
    quietP99 ??= p99;
  }
  return benches;
}

import { runConnection } from './client.ts';
import { byCondition, type Condition, descriptions, under } from './conditions.ts';
import { type Bench, medianOf, quantileOf } from './measure.ts';
import { printProgress } from './progress.ts';
import type { VisitedLinks } from './visited-links.ts';

const VISITS_READY = 20_000;
const CONNECTIONS = 8;
const WARM_UP_WRITES = 100;
const WRITES = 500;
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
  quiet: `POST /api/url/add while visits are counted: ${WRITES} one after the other, median of rounds`,
  'slow disk': `the same ${descriptions['slow disk']}`,
};

/** Measures how long it takes to create a link while the server handles and counts visits at full speed. */
export async function benchApiWrites(
  server: VisitedLinks,
  conditions: Condition[],
  roundCount: number,
): Promise<Bench[]> {
  const measured = conditions.filter((condition) => condition in titles);
  const rounds = byCondition((): number[][] => []);
  for (let round = 0; round < roundCount; round += 1) {
    for (const [place, condition] of measured.entries()) {
      printProgress(`API writes, round ${round + 1} of ${roundCount}: ${condition}`);
      const firstNumber = (round * measured.length + place) * (WARM_UP_WRITES + WRITES);
      rounds[condition].push(await under(condition, () => timeWrites(server, firstNumber)));
    }
  }
  return measured.map((condition) => {
    const quantile = (share: number) => medianOf(rounds[condition].map((samples) => quantileOf(samples, share)));
    const p99 = quantile(0.99);
    return {
      title: titles[condition] ?? '',
      unit: 'ms',
      values: {
        median: quantile(0.5),
        'p99, 99 of 100 are faster': p99,
        'the slowest of all rounds': Math.max(...rounds[condition].flat()),
      },
      // On the slow disk a write waits for its own fsync, and sometimes for the one of counting.
      claims: condition === 'quiet' ? [{ text: 'p99', unit: ' ms', value: p99, atMost: AT_MOST_MS }] : [],
    };
  });
}

import { benchApiWrites } from './api-writes.ts';
import { type Contender, type Cost, createMeter, REQUESTS_A_ROUND } from './cost-meter.ts';
import { divideCores } from './machine.ts';
import type { Bench } from './measure.ts';
import type { BenchOptions } from './options.ts';
import { startBaseline } from './servers.ts';
import { startVisitedLinks, type VisitedLinks } from './visited-links.ts';

const LINKS = 1_000;
const ROUNDS = 5;
const WARM_UP_ROUNDS = 1;

const MANY = '1,000 links in turn';
const ONE = 'one link';
const BUN = 'bare Bun';
const NODE = 'bare node:http';
type Name = typeof MANY | typeof ONE | typeof BUN | typeof NODE;

/** Measures the contenders in turns. */
async function measureAll(contenders: Record<Name, Contender>, rounds: number): Promise<Record<Name, Cost>> {
  const meters = Object.entries(contenders).map(([name, contender]) => [name, createMeter(contender)] as const);
  for (let round = 0; round < rounds; round += 1) {
    for (const [, meter] of meters) await meter.run();
  }
  return Object.fromEntries(meters.map(([name, meter]) => [name, meter.finish()])) as Record<Name, Cost>;
}

function pickCosts(costs: Record<Name, Cost>, which: keyof Cost): Record<Name, number> {
  return Object.fromEntries(Object.entries(costs).map(([name, cost]) => [name, cost[which]])) as Record<Name, number>;
}

function compareCosts(quiet: Record<Name, Cost>, busy: Record<Name, Cost>): Bench[] {
  const [serving, all, allBusy] = [pickCosts(quiet, 'serving'), pickCosts(quiet, 'all'), pickCosts(busy, 'all')];
  return [
    {
      title: 'CPU of a visit, serving thread, server on one core',
      unit: 'µs',
      values: serving,
      claims: [
        { text: '1,000 links / bare node:http', value: serving[MANY] / serving[NODE], atMost: 1 },
        { text: 'one link / bare node:http', value: serving[ONE] / serving[NODE], atMost: 1 },
      ],
    },
    {
      title: 'CPU of a visit, all threads, counting included',
      unit: 'µs',
      values: all,
      claims: [{ text: '1,000 links / bare Bun', value: all[MANY] / all[BUN], atMost: 3.5 }],
    },
    {
      title: 'the same beside a busy process on the same core',
      unit: 'µs',
      values: allBusy,
      claims: [{ text: '1,000 links, busy / quiet', value: allBusy[MANY] / all[MANY], atMost: 1.3 }],
    },
    {
      // A link that was not visited for two seconds needs a query, so a lower rate has a lower hit rate.
      title: 'visits a second on one core, while they are counted',
      unit: '1/s',
      values: { ...pickCosts(quiet, 'perSecond'), [`${MANY}, busy core`]: busy[MANY].perSecond },
      claims: [],
    },
  ];
}

/** Fails if a visit was not counted, or counted twice. */
async function assertAllCounted(server: VisitedLinks, sent: number): Promise<void> {
  const counted = await server.readCounted();
  if (counted !== sent) throw new Error(`${counted} of ${sent} visits were counted`);
}

/** Runs the work beside a process that never sleeps. */
async function besideBusyProcess<Result>(prefix: string[], work: () => Promise<Result>): Promise<Result> {
  const child = Bun.spawn([...prefix, 'sh', '-c', 'while :; do :; done']);
  try {
    return await work();
  } finally {
    child.kill();
    await child.exited;
  }
}

/** The CPU time of a visit on one core with everything that it causes, beside servers that only redirect. */
export async function benchVisit({ rounds = ROUNDS }: BenchOptions): Promise<Bench[]> {
  const { onServerCore: prefix, release } = divideCores();
  const many = await startVisitedLinks(LINKS, { prefix });
  const one = await startVisitedLinks(1, { prefix });
  const bun = await startBaseline('bare-bun.ts', process.execPath, prefix);
  const node = await startBaseline('bare-node.mjs', 'node', prefix);
  const bare = { newRequests: many.newRequests, waitUntilCounted: async () => {} };
  const contenders: Record<Name, Contender> = {
    [BUN]: { server: bun, ...bare },
    [NODE]: { server: node, ...bare },
    [MANY]: { ...many, server: many },
    [ONE]: { ...one, server: one },
  };
  try {
    await measureAll(contenders, WARM_UP_ROUNDS);
    const quiet = await measureAll(contenders, rounds);
    const busyRounds = Math.ceil(rounds / 2);
    const busy = await besideBusyProcess(prefix, () => measureAll(contenders, busyRounds));
    const sent = (WARM_UP_ROUNDS + rounds + busyRounds) * REQUESTS_A_ROUND;
    await assertAllCounted(many, sent);
    await assertAllCounted(one, sent);
    return [...compareCosts(quiet, busy), await benchApiWrites(many)];
  } finally {
    await Promise.all([many.stop(), one.stop(), bun.stop(), node.stop()]);
    release();
  }
}

import { benchApiWrites } from './api-writes.ts';
import { type Condition, type Disturbance, descriptions, listConditions, MOST_WORSE, under } from './conditions.ts';
import { type Contender, type Cost, createMeter, REQUESTS_A_ROUND } from './cost-meter.ts';
import { divideCores } from './machine.ts';
import type { Bench } from './measure.ts';
import type { BenchOptions } from './options.ts';
import { printProgress } from './progress.ts';
import { startBaseline } from './servers.ts';
import { slowDiskEnvironment } from './slow-disk.ts';
import { startVisitedLinks, type VisitedLinks } from './visited-links.ts';

const LINKS = 1_000;
const ROUNDS = 5;
const WRITE_ROUNDS = 3;

const MANY = '1,000 links in turn';
const ONE = 'one link';
const BUN = 'bare Bun';
const NODE = 'bare node:http';
type Name = typeof MANY | typeof ONE | typeof BUN | typeof NODE;

/** Measures the contenders in turns, also under each condition: a shared machine changes its speed, and rollups grow with each round. */
async function measureAll(
  phase: string,
  contenders: Record<Name, Contender>,
  rounds: Condition[][],
): Promise<(condition: Condition) => Record<Name, Cost>> {
  const meters = Object.entries(contenders).map(([name, contender]) => [name, createMeter(contender)] as const);
  for (const [round, conditions] of rounds.entries()) {
    for (const condition of conditions) {
      printProgress(`${phase}, round ${round + 1} of ${rounds.length}: ${condition}`);
      await under(condition, async () => {
        for (const [, meter] of meters) await meter.run(condition);
      });
    }
  }
  return (condition) =>
    Object.fromEntries(meters.map(([name, meter]) => [name, meter.costOf(condition)])) as Record<Name, Cost>;
}

function pickCosts(costs: Record<Name, Cost>, which: keyof Cost): Record<Name, number> {
  return Object.fromEntries(Object.entries(costs).map(([name, cost]) => [name, cost[which]])) as Record<Name, number>;
}

type Costs = Record<Name, Cost>;

function reportQuiet(costs: Costs): Bench[] {
  const [serving, all] = [pickCosts(costs, 'serving'), pickCosts(costs, 'all')];
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
  ];
}

function compareCosts(quiet: Costs, costs: Costs, condition: Disturbance): Bench {
  const [all, quietAll] = [pickCosts(costs, 'all'), pickCosts(quiet, 'all')];
  return {
    title: `the same ${descriptions[condition]}`,
    unit: 'µs',
    values: all,
    claims: [{ text: `1,000 links, ${condition} / quiet`, value: all[MANY] / quietAll[MANY], atMost: MOST_WORSE }],
  };
}

/** A link that was not visited for two seconds needs a query, so a lower rate has a lower hit rate. */
function reportRates(costs: Map<Condition, Costs>): Bench {
  const values: Record<string, number> = {};
  for (const [condition, measured] of costs) {
    const rates = pickCosts(measured, 'perSecond');
    if (condition === 'quiet') Object.assign(values, rates);
    else values[`${MANY}, ${condition}`] = rates[MANY];
  }
  return { title: 'visits a second on one core, while they are counted', unit: '1/s', values, claims: [] };
}

/** Fails if a visit was not counted, or counted twice. */
async function assertAllCounted(server: VisitedLinks, sent: number): Promise<void> {
  const counted = await server.readCounted();
  if (counted !== sent) throw new Error(`${counted} of ${sent} visits were counted`);
}

/** The CPU time of a visit on one core with everything that it causes, beside servers that only redirect. */
export async function benchVisit({ rounds = ROUNDS }: BenchOptions): Promise<Bench[]> {
  const conditions = listConditions();
  const { onServerCore: prefix, release } = divideCores();
  const own = slowDiskEnvironment();
  const many = await startVisitedLinks(LINKS, { prefix, own });
  const one = await startVisitedLinks(1, { prefix, own });
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
    await measureAll('warm-up', contenders, [['quiet']]);
    // The conditions are compared with quiet rounds before and after them.
    const planned = Array.from({ length: rounds }, (_, round): Condition[] =>
      round % 2 === 0 ? conditions : ['quiet'],
    );
    const costsUnder = await measureAll('visits', contenders, planned);
    const costs = new Map(conditions.map((condition) => [condition, costsUnder(condition)]));
    const quiet = costsUnder('quiet');
    const sent = (1 + planned.flat().length) * REQUESTS_A_ROUND;
    await assertAllCounted(many, sent);
    await assertAllCounted(one, sent);
    const compared = conditions.flatMap((condition) =>
      condition === 'quiet' ? [] : [compareCosts(quiet, costsUnder(condition), condition)],
    );
    const writes = await benchApiWrites(many, conditions, Math.min(rounds, WRITE_ROUNDS));
    return [...reportQuiet(quiet), ...compared, reportRates(costs), ...writes];
  } finally {
    await Promise.all([many.stop(), one.stop(), bun.stop(), node.stop()]);
    release();
  }
}

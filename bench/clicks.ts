import { rmSync } from 'node:fs';
import { type PostgresService, startDurablePostgres } from '../scripts/services.ts';
import { newFolder } from '../test/support/engines.ts';
import { benchAppend } from './append.ts';
import { type ClickCounter, startCounter } from './click-counter.ts';
import { newClickStore } from './click-store.ts';
import { rawRequest } from './client.ts';
import type { Counted } from './counting.worker.ts';
import { type Bench, compare, measure } from './measure.ts';
import { createRandom, createZipf } from './random.ts';
import { addLink, BROWSER, mixOfVisitors } from './redirect.ts';
import { startSignpost } from './servers.ts';
import { createVisits } from './visitors.ts';

const VISITORS = 20_000;
const OWNERS = 5;

/** The links to click, and their store. */
interface Scenario {
  linksEach: number;
  clicks: number;
  /** The index of the link for the next click. */
  chooser(linkCount: number): () => number;
  store?: Record<string, string>;
  /** Rounds before the warm-up that every scenario has. */
  extraWarmUps?: number;
}

function inTurn(linkCount: number): () => number {
  let number = 0;
  return () => number++ % linkCount;
}

const zipf: Scenario = {
  linksEach: 200,
  clicks: 40_000,
  chooser: (linkCount) => createZipf(linkCount, createRandom(2)),
};
// Five measured rounds click 100,000 links once; the others are for the warm-up, which takes two rounds here.
const longTail: Scenario = { linksEach: 28_000, clicks: 20_000, chooser: inTurn, extraWarmUps: 1 };
const oneHot: Scenario = { linksEach: 200, clicks: 40_000, chooser: () => () => 0 };

/** A scenario with its dependencies; `rounds` contains all results, including the warm-up. */
interface Running {
  folder: string;
  counter: ClickCounter;
  rounds: Counted[];
  run(): Promise<number>;
}

/** Takes links of all owners in turn, so that the popular ones are spread over the owners. */
function mixLinks(lists: number[][]): number[] {
  const [first = []] = lists;
  return first.flatMap((_, index) => lists.map((list) => list[index] ?? 0));
}

async function start({ linksEach, clicks, chooser, store: own = {}, extraWarmUps = 0 }: Scenario): Promise<Running> {
  const folder = newFolder();
  const store = await newClickStore({ DATA_DIR: folder, ...own }, OWNERS, linksEach);
  const counter = await startCounter(store);
  const linkIds = mixLinks(store.owners.map((owner) => owner.linkIds));
  const choose = chooser(linkIds.length);
  const visit = createVisits(VISITORS);
  const rounds: Counted[] = [];
  const next = () => ({ linkId: linkIds[choose()] ?? 0, at: Date.now(), texts: visit() });
  for (let round = 0; round < extraWarmUps; round += 1) await counter.count(clicks, next);
  return {
    folder,
    counter,
    rounds,
    async run() {
      const counted = await counter.count(clicks, next);
      rounds.push(counted);
      return (counted.cpuMs * 1000) / counted.clicks;
    },
  };
}

/** The sum of one value over all rounds except the first, which is the warm-up. */
function sumOf({ rounds }: Running, name: keyof Counted): number {
  return rounds.slice(1).reduce((sum, counted) => sum + counted[name], 0);
}

async function tryPostgres(): Promise<PostgresService | undefined> {
  try {
    return await startDurablePostgres();
  } catch (error) {
    console.error(`without PostgreSQL: ${(error as Error).message}`);
    return undefined;
  }
}

const REDIRECT = 'redirect, plain link';
const SQLITE = 'SQLite, 1,000 links by Zipf';
const LONG_TAIL = 'SQLite, each of 100,000 links once';
const POSTGRES = 'PostgreSQL, 1,000 links by Zipf';

async function benchCounting(postgres: PostgresService | undefined): Promise<Bench[]> {
  const scenarios: Record<string, Scenario> = {
    [SQLITE]: zipf,
    [LONG_TAIL]: longTail,
    'SQLite, one link': oneHot,
    ...(postgres && { [POSTGRES]: { ...zipf, store: { DATABASE_URL: postgres.url } } }),
  };
  const server = await startSignpost({ TRUST_PROXY: 'loopback' });
  await addLink(server, { url: 'https://example.com/', custom: 'plain' });
  const [plain, mix] = [rawRequest('/plain', BROWSER), mixOfVisitors('/plain')];
  const load = { count: 30_000, expected: '302' };
  const running: Record<string, Running> = {};
  for (const [name, scenario] of Object.entries(scenarios)) running[name] = await start(scenario);
  try {
    const cpu = await compare<string>(5, {
      [REDIRECT]: () => measure(server, plain, load),
      'redirect, a mix of visitors': () => measure(server, mix, load),
      ...Object.fromEntries(Object.entries(running).map(([name, { run }]) => [name, run])),
    });
    const {
      [REDIRECT]: redirectUs = 0,
      [SQLITE]: cpuUs = 0,
      [LONG_TAIL]: longTailUs = 0,
      [POSTGRES]: postgresUs,
    } = cpu;
    const each = (name: keyof Counted, factor: number, by: keyof Counted) =>
      Object.fromEntries(
        Object.entries(running).map(([title, one]) => [title, (sumOf(one, name) * factor) / sumOf(one, by)]),
      );
    const perSecond = each('clicks', 1000, 'wallMs');
    return [
      {
        title: 'CPU per click, of the thread that counts',
        unit: 'µs',
        values: cpu,
        claims: [
          { text: 'SQLite / redirect', value: cpuUs / redirectUs, atMost: 0.75 },
          { text: SQLITE, unit: ' µs', value: cpuUs, atMost: 15 },
          { text: LONG_TAIL, unit: ' µs', value: longTailUs, atMost: 35 },
          ...(postgresUs === undefined ? [] : [{ text: POSTGRES, unit: ' µs', value: postgresUs, atMost: 20 }]),
          { text: 'clicks a second of one core', unit: ' 1/s', value: 1e6 / cpuUs, atLeast: 50_000 },
        ],
      },
      { title: 'CPU per click, all threads', unit: 'µs', values: each('allCpuMs', 1000, 'clicks'), claims: [] },
      {
        title: 'clicks a second, with all waiting',
        unit: '1/s',
        values: perSecond,
        claims: postgres ? [{ text: POSTGRES, unit: ' 1/s', value: perSecond[POSTGRES] ?? 0, atLeast: 30_000 }] : [],
      },
    ];
  } finally {
    await server.stop();
    for (const { counter, folder } of Object.values(running)) {
      await counter.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

/** Compares the cost of storing and counting a click with that of its redirect. */
export async function benchClicks(): Promise<Bench[]> {
  const postgres = await tryPostgres();
  try {
    return [...(await benchAppend()), ...(await benchCounting(postgres))];
  } finally {
    await postgres?.stop();
  }
}

import { type PostgresService, startDurablePostgres } from '../scripts/services.ts';
import { benchAppend } from './append.ts';
import { longTail, oneHot, type Running, type Scenario, startScenario, zipf } from './click-scenarios.ts';
import { rawRequest } from './client.ts';
import { type Condition, listConditions, MOST_WORSE } from './conditions.ts';
import { type Bench, type Claim, compare, measure } from './measure.ts';
import { addLink, BROWSER, mixOfVisitors } from './redirect.ts';
import { startSignpost } from './servers.ts';

const ROUNDS = 5;

const REDIRECT = 'redirect, plain link';
const MIX = 'redirect, a mix of visitors';
const SQLITE = 'SQLite, 1,000 links by Zipf';
const LONG_TAIL = 'SQLite, each of 100,000 links once';
const ONE_LINK = 'SQLite, one link';
const POSTGRES = 'PostgreSQL, 1,000 links by Zipf';

/** Each scenario, measured under each condition. */
interface Measured {
  running: Record<string, Running>;
  /** Microseconds of the serving thread for a redirect. */
  redirects: Record<string, number>;
  /** Microseconds of the counting thread for a click. */
  cpu: Record<Condition, Record<string, number>>;
}

async function tryPostgres(): Promise<PostgresService | undefined> {
  try {
    return await startDurablePostgres();
  } catch (error) {
    console.error(`without PostgreSQL: ${(error as Error).message}`);
    return undefined;
  }
}

/** Measures all scenarios in turns, each under all conditions before the next, because a shared machine changes its speed. */
async function measureAll(running: Record<string, Running>, conditions: Condition[]): Promise<Measured> {
  const server = await startSignpost({ TRUST_PROXY: 'loopback' });
  try {
    await addLink(server, { url: 'https://example.com/', custom: 'plain' });
    const [plain, mix] = [rawRequest('/plain', BROWSER), mixOfVisitors('/plain')];
    const load = { count: 30_000, expected: '302' };
    const nameOf = (scenario: string, condition: Condition) => `${scenario}, ${condition}`;
    const scenarios = Object.entries(running);
    const medians = await compare<string>(ROUNDS, {
      [REDIRECT]: () => measure(server, plain, load),
      [MIX]: () => measure(server, mix, load),
      ...Object.fromEntries(
        scenarios.flatMap(([name, { run }]) =>
          conditions.map((condition) => [nameOf(name, condition), () => run(condition)]),
        ),
      ),
    });
    const pick = (condition: Condition) =>
      Object.fromEntries(scenarios.map(([name]) => [name, medians[nameOf(name, condition)] ?? 0]));
    return {
      running,
      redirects: { [REDIRECT]: medians[REDIRECT] ?? 0, [MIX]: medians[MIX] ?? 0 },
      cpu: { quiet: pick('quiet'), 'busy core': pick('busy core'), 'slow disk': pick('slow disk') },
    };
  } finally {
    await server.stop();
  }
}

function perSecond({ running }: Measured, condition: Condition): Record<string, number> {
  return Object.fromEntries(
    Object.entries(running).map(([name, { sumOf }]) => {
      return [name, (sumOf('clicks', condition) * 1000) / sumOf('wallMs', condition)];
    }),
  );
}

function reportQuiet(measured: Measured): Bench[] {
  const { running, redirects, cpu } = measured;
  const { [SQLITE]: sqliteUs = 0, [LONG_TAIL]: longTailUs = 0, [POSTGRES]: postgresUs } = cpu.quiet;
  const { [POSTGRES]: postgresRate } = perSecond(measured, 'quiet');
  const allCpu = Object.entries(running).map(([name, { sumOf }]) => {
    return [name, (sumOf('allCpuMs', 'quiet') * 1000) / sumOf('clicks', 'quiet')];
  });
  return [
    {
      title: 'CPU per click, of the thread that counts',
      unit: 'µs',
      values: { ...redirects, ...cpu.quiet },
      claims: [
        { text: 'SQLite / redirect', value: sqliteUs / (redirects[REDIRECT] ?? 0), atMost: 0.75 },
        { text: SQLITE, unit: ' µs', value: sqliteUs, atMost: 15 },
        { text: LONG_TAIL, unit: ' µs', value: longTailUs, atMost: 35 },
        ...(postgresUs === undefined ? [] : [{ text: POSTGRES, unit: ' µs', value: postgresUs, atMost: 20 }]),
        { text: 'clicks a second of one core', unit: ' 1/s', value: 1e6 / sqliteUs, atLeast: 50_000 },
      ],
    },
    { title: 'CPU per click, all threads', unit: 'µs', values: Object.fromEntries(allCpu), claims: [] },
    {
      title: 'clicks a second, with all waiting',
      unit: '1/s',
      values: perSecond(measured, 'quiet'),
      claims:
        postgresRate === undefined ? [] : [{ text: POSTGRES, unit: ' 1/s', value: postgresRate, atLeast: 30_000 }],
    },
  ];
}

const besides: Record<Exclude<Condition, 'quiet'>, string> = {
  'busy core': 'beside a process that keeps one core busy',
  'slow disk': 'on a disk that takes 20 ms longer for each fsync',
};

/** Compares a condition with the quiet machine. */
function reportCondition(measured: Measured, condition: Exclude<Condition, 'quiet'>): Bench[] {
  const { cpu } = measured;
  const [quietRates, rates] = [perSecond(measured, 'quiet'), perSecond(measured, condition)];
  const claims: Claim[] = [SQLITE, LONG_TAIL, POSTGRES]
    .filter((name) => name in cpu.quiet)
    .map((name) => {
      const value = (cpu[condition][name] ?? 0) / (cpu.quiet[name] ?? 0);
      return { text: `${name} / quiet`, value, atMost: MOST_WORSE };
    });
  const slower = (quietRates[POSTGRES] ?? 0) / (rates[POSTGRES] ?? 1);
  return [
    { title: `CPU per click, ${besides[condition]}`, unit: 'µs', values: cpu[condition], claims },
    {
      title: `clicks a second, ${besides[condition]}`,
      unit: '1/s',
      values: rates,
      claims: POSTGRES in rates ? [{ text: `${POSTGRES}, quiet / now`, value: slower, atMost: MOST_WORSE }] : [],
    },
  ];
}

async function benchCounting(postgres: PostgresService | undefined): Promise<Bench[]> {
  const scenarios: Record<string, Scenario> = {
    [SQLITE]: zipf,
    [LONG_TAIL]: longTail,
    [ONE_LINK]: oneHot,
    ...(postgres && { [POSTGRES]: { ...zipf, store: { DATABASE_URL: postgres.url } } }),
  };
  const conditions = listConditions();
  const running: Record<string, Running> = {};
  try {
    for (const [name, scenario] of Object.entries(scenarios)) running[name] = await startScenario(scenario);
    const measured = await measureAll(running, conditions);
    const others = conditions.filter((condition) => condition !== 'quiet');
    return [...reportQuiet(measured), ...others.flatMap((condition) => reportCondition(measured, condition))];
  } finally {
    for (const one of Object.values(running)) await one.stop();
  }
}

/** Compares the cost of storing and counting a click with that of its redirect, also beside a busy core and on a slow disk. */
export async function benchClicks(): Promise<Bench[]> {
  const postgres = await tryPostgres();
  try {
    return [...(await benchAppend()), ...(await benchCounting(postgres))];
  } finally {
    await postgres?.stop();
  }
}

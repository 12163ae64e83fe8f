import { type PostgresService, startDurablePostgres } from '../scripts/services.ts';
import { benchAppendCalls, measureAppend } from './append.ts';
import {
  APPEND,
  BUN,
  LONG_TAIL,
  type Measured,
  MIX,
  ONE_LINK,
  POSTGRES,
  REDIRECT,
  reportAppend,
  reportCondition,
  reportConverted,
  reportQuiet,
  SQLITE,
  WITH_OLDER,
} from './click-reports.ts';
import {
  longTail,
  oneHot,
  type Running,
  type Scenario,
  startScenario,
  zipf,
  zipfWithOlder,
} from './click-scenarios.ts';
import { rawRequest } from './client.ts';
import { type Condition, listConditions } from './conditions.ts';
import { type Bench, compare, measure } from './measure.ts';
import { addLink, BROWSER, mixOfVisitors } from './redirect.ts';
import { startBaseline, startSignpost } from './servers.ts';

const ROUNDS = 5;

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
  const [server, bun] = await Promise.all([startSignpost({ TRUST_PROXY: 'loopback' }), startBaseline('bare-bun.ts')]);
  try {
    await addLink(server, { url: 'https://example.com/', custom: 'plain' });
    const [plain, mix] = [rawRequest('/plain', BROWSER), mixOfVisitors('/plain')];
    const load = { count: 30_000, expected: '302' };
    const nameOf = (scenario: string, condition: Condition) => `${scenario}, ${condition}`;
    const scenarios = Object.entries(running);
    const medians = await compare<string>(ROUNDS, {
      [APPEND]: measureAppend,
      [BUN]: () => measure(bun, plain, load),
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
      appendNs: medians[APPEND] ?? 0,
      running,
      redirects: Object.fromEntries([BUN, REDIRECT, MIX].map((name) => [name, medians[name] ?? 0])),
      cpu: { quiet: pick('quiet'), 'busy core': pick('busy core'), 'slow disk': pick('slow disk') },
    };
  } finally {
    await Promise.all([server.stop(), bun.stop()]);
  }
}

async function benchCounting(postgres: PostgresService | undefined): Promise<Bench[]> {
  const scenarios: Record<string, Scenario> = {
    [SQLITE]: zipf,
    [WITH_OLDER]: zipfWithOlder,
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
    return [
      reportAppend(measured),
      ...reportQuiet(measured),
      reportConverted(measured),
      ...others.flatMap((condition) => reportCondition(measured, condition)),
    ];
  } finally {
    for (const one of Object.values(running)) await one.stop();
  }
}

/** Compares the cost of storing and counting a click with that of its redirect, also beside a busy core and on a slow disk. */
export async function benchClicks(): Promise<Bench[]> {
  const postgres = await tryPostgres();
  try {
    return [...benchAppendCalls(), ...(await benchCounting(postgres))];
  } finally {
    await postgres?.stop();
  }
}

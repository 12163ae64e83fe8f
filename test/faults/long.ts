import { rmSync } from 'node:fs';
import { type PostgresService, startPostgres } from '../../scripts/services.ts';
import { withTimeLimit } from '../../src/lib/time-limit.ts';
import type { Audit } from '../support/click-audit.ts';
import { newFolder, newPostgresUrl } from '../support/engines.ts';
import { killMoments, type MomentName, workerMoments } from '../support/kill-moments.ts';
import { RestartableSite } from '../support/restartable-site.ts';
import { waitUntil } from '../support/wait.ts';
import { runWebhookFaults } from './webhooks-long.ts';

/** The result of one scenario. */
interface Outcome {
  engine: string;
  kills: number;
  audit: Audit;
  /** Other failures. */
  problems: string[];
}

const DEFAULT_KILLS = 100;
const WEBHOOK_KILLS = 20;
const AUDIT_EVERY_KILLS = 10;
// The number of random moments between two specific ones.
const RANDOM_BETWEEN = 2;
const MOMENT_LIMIT_MS = 60_000;
const OUTAGE_MS = 60_000;
const RECOVERY_LIMIT_MS = 5_000;
const SHOWN_LOG_LENGTH = 4_000;

/** Specific moments, with random ones between them. */
function* nextMoment(isOneProcess: boolean): Generator<MomentName, never> {
  const all = Object.keys(killMoments) as MomentName[];
  const possible = isOneProcess ? all.filter((name) => name !== 'only one worker') : workerMoments;
  const forced = possible.filter((name) => name !== 'at random');
  while (true) {
    for (const name of forced) {
      for (let count = 0; count < RANDOM_BETWEEN; count += 1) yield 'at random';
      yield name;
    }
  }
}

function isExact({ lost, twice, unexpected, wrongSums, refusals }: Audit): boolean {
  return lost.length + twice.length + unexpected + wrongSums + refusals.length === 0;
}

async function takeAudit(site: RestartableSite, others: RestartableSite[] = []): Promise<Audit> {
  await site.waitUntilCounted(MOMENT_LIMIT_MS);
  const audit = await site.audit(others);
  if (!isExact(audit)) console.log('NOT EXACT', audit);
  return audit;
}

async function killOften(site: RestartableSite, engine: string, kills: number, node?: RestartableSite): Promise<void> {
  let auditedAt = 0;
  for (const name of nextMoment(site.servingCount === 1)) {
    if (site.kills >= kills) return;
    const { server, load } = site;
    const refusalCount = load.refusals.length;
    await withTimeLimit(MOMENT_LIMIT_MS, killMoments[name](site));
    console.log(`${engine} ${site.kills}/${kills} killed ${name}: ${load.answered} answered so far`);
    if (load.refusals.length > refusalCount)
      console.log('REFUSED', load.refusals.slice(refusalCount), server.output.stdout.slice(-SHOWN_LOG_LENGTH));
    // The sums of the account change while a second node counts.
    if (node || site.kills - auditedAt < AUDIT_EVERY_KILLS) continue;
    auditedAt = site.kills;
    const { lost, twice } = await takeAudit(site);
    console.log(`${engine} audit: lost ${lost.length}, counted twice ${twice.length}`);
  }
}

function countWaits({ server }: RestartableSite): number {
  return server.output.stdout.split('clicks cannot be written to the store; retrying').length;
}

/** Stops PostgreSQL for a minute and restarts it just after the server begins its longest pause; returns the problems. */
async function runOutage(site: RestartableSite, postgres: PostgresService): Promise<string[]> {
  const { load } = site;
  await load.run({ visits: 100 });
  const before = load.results.length;
  const running = load.run({ connections: 4, pauseMs: 20 });
  await postgres.restart(async () => {
    await Bun.sleep(OUTAGE_MS);
    const waits = countWaits(site);
    await waitUntil('the server pauses again', () => countWaits(site) > waits, { limitMs: OUTAGE_MS });
  });
  load.stop();
  await running;
  const ms = await site.waitUntilCounted();
  const failed = load.results.slice(before).filter((result) => result !== 'answered').length;
  const facts = `${load.results.length - before} visits, ${failed} not answered, counted after ${Math.round(ms)} ms`;
  console.log(`PostgreSQL was gone for ${OUTAGE_MS / 1000} s: ${facts}`);
  return failed > 0 || ms > RECOVERY_LIMIT_MS ? [`PostgreSQL was gone, and ${facts}`] : [];
}

/** A way to run the server while it is killed. */
interface Scenario {
  name: string;
  store: Record<string, string>;
  kills: number;
  /** Many links are written in several transactions. */
  linkCount: number;
  isRead?: boolean;
  hasSecondNode?: boolean;
  postgres?: PostgresService;
}

async function runScenario(scenario: Scenario): Promise<Outcome> {
  const { name, store, kills, linkCount, isRead = false, hasSecondNode = false, postgres } = scenario;
  const folders = [newFolder(), newFolder()] as const;
  const run = async (site: RestartableSite): Promise<Outcome> => {
    const node = hasSecondNode ? await site.openNode(folders[1], linkCount) : undefined;
    const onNode = node?.load.run({ connections: 4, pauseMs: 2 });
    const stopReading = isRead ? site.readStatistics() : async () => {};
    await killOften(site, name, kills, node);
    await stopReading();
    node?.load.stop();
    await onNode;
    const problems = postgres ? await runOutage(site, postgres) : [];
    if (node) {
      // The sum of the account includes the clicks of both nodes.
      await site.waitUntilCounted(MOMENT_LIMIT_MS);
      const audit = await takeAudit(node, [site]);
      if (!isExact(audit)) problems.push('the second node did not count exactly');
      await node.server.end();
    }
    const audit = await takeAudit(site, node ? [node] : []);
    const exitCode = await site.server.end();
    if (exitCode !== 0) problems.push(`the server ended with ${exitCode}`);
    const integrity = site.checkIntegrity();
    if (integrity !== 'ok') problems.push(`the store is not intact: ${integrity}`);
    return { engine: name, kills: site.kills, audit, problems };
  };
  try {
    return await RestartableSite.use({ DATA_DIR: folders[0], ...store }, run, linkCount);
  } finally {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
}

function report(outcomes: Outcome[]): boolean {
  const rows = outcomes.map(({ engine, kills, audit }) => ({
    engine,
    kills,
    sent: audit.sent,
    answered: audit.answered,
    counted: audit.counted,
    'in flight at kills': audit.unanswered,
    'of which counted': audit.unansweredCounted,
    lost: audit.lost.length,
    twice: audit.twice.length,
  }));
  console.table(rows);
  const problems = outcomes.flatMap((outcome) => outcome.problems);
  for (const problem of problems) console.log(problem);
  const lost = rows.reduce((sum, row) => sum + row.lost, 0);
  const twice = rows.reduce((sum, row) => sum + row.twice, 0);
  console.log(`lost ${lost}, counted twice ${twice}`);
  return problems.length === 0 && outcomes.every(({ audit }) => isExact(audit));
}

async function main(kills: number): Promise<number> {
  const postgres = await startPostgres();
  const few = Math.ceil(kills / 4);
  async function onPostgres(): Promise<Record<string, string>> {
    return { DATABASE_URL: await newPostgresUrl(postgres.url) };
  }
  const outcomes: Outcome[] = [];
  try {
    outcomes.push(await runScenario({ name: 'sqlite', store: {}, kills, linkCount: 3 }));
    outcomes.push(
      await runScenario({
        name: 'sqlite, 150 links, read all the time',
        store: {},
        kills: few,
        linkCount: 150,
        isRead: true,
      }),
    );
    outcomes.push(
      await runScenario({ name: 'sqlite, 2 workers', store: { WORKERS: '2' }, kills: few, linkCount: 150 }),
    );
    outcomes.push(await runScenario({ name: 'postgres', store: await onPostgres(), kills, linkCount: 3, postgres }));
    outcomes.push(
      await runScenario({
        name: 'postgres, 150 links, read all the time',
        ...{ store: await onPostgres(), kills: few, linkCount: 150, isRead: true },
      }),
    );
    outcomes.push(
      await runScenario({
        name: 'postgres, 2 workers, 2 nodes',
        ...{ store: { ...(await onPostgres()), WORKERS: '2' }, kills: few, linkCount: 150, hasSecondNode: true },
      }),
    );
  } finally {
    await postgres.stop();
  }
  return report(outcomes) ? 0 : 1;
}

const [first, second] = process.argv.slice(2);
if (first === 'webhooks') process.exitCode = (await runWebhookFaults(Number(second ?? WEBHOOK_KILLS))) ? 0 : 1;
else process.exitCode = await main(Number(first ?? DEFAULT_KILLS));

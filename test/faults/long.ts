import { rmSync } from 'node:fs';
import { installServices, type PostgresService, startPostgres } from '../../scripts/services.ts';
import { withTimeLimit } from '../../src/lib/time-limit.ts';
import type { Audit } from '../support/click-audit.ts';
import { newFolder } from '../support/engines.ts';
import { killMoments, type MomentName } from '../support/kill-moments.ts';
import { RestartableSite } from '../support/restartable-site.ts';

/** The result for one engine. */
interface Outcome {
  engine: string;
  kills: number;
  audit: Audit;
  /** Other failures. */
  problems: string[];
}

const DEFAULT_KILLS = 100;
const AUDIT_EVERY_KILLS = 10;
// The number of random moments between two specific ones.
const RANDOM_BETWEEN = 2;
const MOMENT_LIMIT_MS = 60_000;
const OUTAGE_MS = 60_000;
const RECOVERY_LIMIT_MS = 5_000;

function* nextMoment(): Generator<MomentName, never> {
  const forced = (Object.keys(killMoments) as MomentName[]).filter((name) => name !== 'at random');
  while (true) {
    for (const name of forced) {
      for (let count = 0; count < RANDOM_BETWEEN; count += 1) yield 'at random';
      yield name;
    }
  }
}

function isExact({ lost, twice, strange, wrongSums, refusals }: Audit): boolean {
  return lost.length + twice.length + strange + wrongSums + refusals.length === 0;
}

async function takeAudit(site: RestartableSite): Promise<Audit> {
  await site.waitUntilCounted(MOMENT_LIMIT_MS);
  const audit = await site.audit();
  if (!isExact(audit)) console.log('NOT EXACT', audit);
  return audit;
}

async function killOften(site: RestartableSite, engine: string, kills: number): Promise<void> {
  let auditedAt = 0;
  for (const name of nextMoment()) {
    if (site.kills >= kills) return;
    await withTimeLimit(MOMENT_LIMIT_MS, killMoments[name](site));
    console.log(`${engine} ${site.kills}/${kills} killed ${name}: ${site.load.answered} answered so far`);
    if (site.kills - auditedAt < AUDIT_EVERY_KILLS) continue;
    auditedAt = site.kills;
    const { lost, twice } = await takeAudit(site);
    console.log(`${engine} audit: lost ${lost.length}, counted twice ${twice.length}`);
  }
}

function countWaits({ server }: RestartableSite): number {
  return server.output.stdout.split('clicks wait for the store').length;
}

/** Stops PostgreSQL for a minute and restarts it just after the server begins its longest pause; returns the problems. */
async function runOutage(site: RestartableSite, postgres: PostgresService): Promise<string[]> {
  const { load } = site;
  await load.run({ visits: 100 });
  const before = load.fates.length;
  const running = load.run({ connections: 4, pauseMs: 20 });
  await postgres.restart(async () => {
    await Bun.sleep(OUTAGE_MS);
    const waits = countWaits(site);
    while (countWaits(site) === waits) await Bun.sleep(10);
  });
  load.stop();
  await running;
  const ms = await site.waitUntilCounted();
  const failed = load.fates.slice(before).filter((fate) => fate !== 'answered').length;
  const facts = `${load.fates.length - before} visits, ${failed} not answered, counted after ${Math.round(ms)} ms`;
  console.log(`PostgreSQL was gone for ${OUTAGE_MS / 1000} s: ${facts}`);
  return failed > 0 || ms > RECOVERY_LIMIT_MS ? [`PostgreSQL was gone, and ${facts}`] : [];
}

async function runEngine(
  engine: string,
  store: Record<string, string>,
  kills: number,
  postgres?: PostgresService,
): Promise<Outcome> {
  const folder = newFolder();
  try {
    return await RestartableSite.use({ DATA_DIR: folder, ...store }, async (site) => {
      await killOften(site, engine, kills);
      const problems = postgres ? await runOutage(site, postgres) : [];
      const audit = await takeAudit(site);
      const exitCode = await site.server.end();
      if (exitCode !== 0) problems.push(`the server ended with ${exitCode}`);
      const integrity = site.checkIntegrity();
      if (integrity !== 'ok') problems.push(`the store is not intact: ${integrity}`);
      return { engine, kills: site.kills, audit, problems };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
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
  await installServices();
  const outcomes = [await runEngine('sqlite', {}, Math.ceil(kills / 2))];
  const postgres = await startPostgres();
  try {
    outcomes.push(await runEngine('postgres', { DATABASE_URL: postgres.url }, Math.floor(kills / 2), postgres));
  } finally {
    await postgres.stop();
  }
  return report(outcomes) ? 0 : 1;
}

process.exitCode = await main(Number(process.argv[2] ?? DEFAULT_KILLS));

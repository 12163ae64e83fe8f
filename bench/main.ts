import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchApi } from './api.ts';
import { benchClicks } from './clicks.ts';
import { benchDashboard } from './dashboard.ts';
import { benchGrowth } from './growth.ts';
import { benchImport } from './import.ts';
import { benchLinks } from './links.ts';
import { describeMachine } from './machine.ts';
import type { Bench, Claim } from './measure.ts';
import { type BenchOptions, readCommandLine, UsageError } from './options.ts';
import { benchOutbound } from './outbound.ts';
import { benchPages } from './pages.ts';
import { benchPeers } from './peers.ts';
import { benchRedirect } from './redirect.ts';
import { benchScale } from './scale.ts';
import { benchSimulate } from './simulate/simulate.ts';
import { buildSlowDisk, hasSlowDisk } from './slow-disk.ts';
import { benchSoak } from './soak.ts';
import { benchVisit } from './visit.ts';
import { benchWebhooks } from './webhooks.ts';

const benchmarks: Record<string, (options: BenchOptions) => Promise<Bench[]>> = {
  api: benchApi,
  clicks: benchClicks,
  dashboard: benchDashboard,
  growth: benchGrowth,
  import: benchImport,
  links: benchLinks,
  outbound: benchOutbound,
  pages: benchPages,
  peers: benchPeers,
  redirect: benchRedirect,
  scale: benchScale,
  simulate: benchSimulate,
  soak: benchSoak,
  visit: benchVisit,
  webhooks: benchWebhooks,
};

// One needs URLs and the other takes half an hour, so they run only when they are named.
const onlyByName = ['peers', 'soak'];

const NAME_WIDTH = 44;

function holds({ value, atMost = Number.POSITIVE_INFINITY, atLeast = 0 }: Claim): boolean {
  return value <= atMost && value >= atLeast;
}

function printTable({ title, unit, values, claims }: Bench): void {
  console.log(`\n${title}`);
  for (const [name, value] of Object.entries(values)) {
    console.log(`  ${name.padEnd(NAME_WIDTH)}${value.toFixed(1).padStart(10)} ${unit}`);
  }
  for (const claim of claims) {
    const bound = claim.atMost === undefined ? `at least ${claim.atLeast}` : `at most ${claim.atMost}`;
    const verdict = holds(claim) ? 'holds' : 'FALLS SHORT';
    console.log(
      `  ${claim.text.padEnd(NAME_WIDTH)}${claim.value.toFixed(2).padStart(10)}${claim.unit ?? ' x'}  (${bound}: ${verdict})`,
    );
  }
}

async function main(words: string[]): Promise<number> {
  const { names, options } = readCommandLine(words);
  const unknown = names.filter((name) => !(name in benchmarks));
  if (unknown.length > 0) {
    console.error(`There is no benchmark ${unknown.join(', ')}. There are: ${Object.keys(benchmarks).join(', ')}.`);
    return 2;
  }
  const machine = describeMachine();
  console.log(`machine: ${machine}`);
  let isGood = true;
  for (const [name, run] of Object.entries(benchmarks)) {
    const isSelected = names.length > 0 ? names.includes(name) : !onlyByName.includes(name);
    if (!isSelected) continue;
    const results = await run(options);
    for (const bench of results) {
      printTable(bench);
      isGood &&= bench.claims.every(holds);
    }
    console.log(`\n${JSON.stringify({ benchmark: name, machine, results })}`);
  }
  return isGood ? 0 : 1;
}

// All files of the run are in this folder. PostgreSQL runs as another user and must be able to traverse it.
const folder = mkdtempSync(join(tmpdir(), 'signpost-bench-'));
chmodSync(folder, 0o711);
process.env.TMPDIR = folder;

/** Runs the same command again with the library that can slow down the disk, which a running program cannot load. */
function runWithSlowDisk(): number | undefined {
  const slowDisk = hasSlowDisk() ? undefined : buildSlowDisk(folder);
  if (!slowDisk) return undefined;
  const env = { ...process.env, ...slowDisk };
  return Bun.spawnSync([process.execPath, ...process.argv.slice(1)], { env, stdio: ['inherit', 'inherit', 'inherit'] })
    .exitCode;
}

try {
  process.exitCode = runWithSlowDisk() ?? (await main(process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

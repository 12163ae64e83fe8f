import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Glob } from 'bun';
import { buildExecutable, bundleParts } from './build-executable.ts';
import { runChecks } from './check.ts';
import { installServices, type Service, startPostgres, startRedis } from './services.ts';
import { measureSlowness } from './slowness.ts';
import { countTests, findFailedFiles, findFailures, printTallies, withoutFiles } from './test-report.ts';

/** Several parts of each kind, so that no part runs on alone while the others have ended. */
const PARTS_OF_A_KIND = 5;
const PARTS_AT_ONCE = 4;

/** Splits the tests into parts: browser tests, tests of whole processes, and all others take turns, because each waits for something else. */
function splitTests(): string[][] {
  const files = [...new Glob('{src,web,client,bench,test}/**/*.test.ts').scanSync('.')]
    .sort()
    .map((file) => `./${file}`);
  function kindOf(file: string): string {
    if (/openBrowser|openDashboardFixture|playwright/.test(readFileSync(file, 'utf8'))) return 'browser';
    return /\/test\/(faults|journeys)\//.test(file) ? 'processes' : 'inside';
  }
  const { browser = [], inside = [], processes = [] } = Object.groupBy(files, kindOf);
  return Array.from({ length: PARTS_OF_A_KIND }, (_, part) =>
    [inside, processes, browser].map((kind) => kind.filter((_, index) => index % PARTS_OF_A_KIND === part)),
  ).flat();
}

interface Run {
  exitCode: number;
  report: string;
  lines: string;
}

/** Collects the output of a stream, and also prints it at once if requested. */
async function readOutput(stream: ReadableStream<Uint8Array<ArrayBuffer>>, isLive: boolean): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) {
    chunks.push(chunk);
    if (isLive) process.stdout.write(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** Runs `bun test` once; prints its output live or at the end. */
async function runPart(filters: string[], folder: string, services: Service[], isLive: boolean): Promise<Run> {
  const [postgres, redis] = services;
  mkdirSync(folder);
  // PostgreSQL runs as another user and must be able to traverse this folder.
  chmodSync(folder, 0o711);
  const report = join(folder, 'report.xml');
  const words = [
    process.execPath,
    '--no-env-file',
    'test',
    '--timeout=30000',
    '--reporter=junit',
    `--reporter-outfile=${report}`,
    ...filters,
  ];
  const env = { ...process.env, TEST_POSTGRES_URL: postgres?.url, TEST_REDIS_URL: redis?.url, TMPDIR: folder };
  const child = Bun.spawn(words, { env, stdout: 'pipe', stderr: 'pipe' });
  const [lines, printed] = await Promise.all([readOutput(child.stderr, isLive), readOutput(child.stdout, isLive)]);
  if (!isLive) process.stdout.write(printed + lines);
  const file = Bun.file(report);
  return { exitCode: await child.exited, report: (await file.exists()) ? await file.text() : '', lines };
}

/** Runs all parts, a few at a time, and starts the next one whenever one has ended. */
async function runInParallel(parts: string[][], run: (part: string[], index: number) => Promise<Run>): Promise<Run[]> {
  const runs: Run[] = [];
  const remaining = parts.entries();
  async function runRemaining(): Promise<void> {
    for (const [index, part] of remaining) runs.push(await run(part, index));
  }
  await Promise.all(Array.from({ length: PARTS_AT_ONCE }, runRemaining));
  return runs;
}

/** More failures than this are no coincidence. */
const MAX_REPEATED_FILES = 5;

/**
 * Runs the files with failures once more, one after another, and returns what then counts.
 * The parts of a full run compete for the processor, which can break a time limit.
 */
async function repeatFailures(runs: Run[], folder: string, services: Service[]): Promise<Run[]> {
  const failed = runs.flatMap(({ lines }) => findFailedFiles(lines));
  if (failed.length === 0 || failed.length > MAX_REPEATED_FILES) return runs;
  const repeated: Run[] = [];
  for (const file of failed) {
    console.log(`\n${file} failed beside the other tests and runs again alone:`);
    repeated.push(await runPart([`./${file}`], join(folder, `again-${repeated.length}`), services, true));
  }
  const others = runs.map((run) => {
    // `bun test` ends with 1 for failures, and those files now have another result. Any other code is a crash.
    const isRepeated = run.exitCode === 1 && findFailedFiles(run.lines).length > 0;
    return { exitCode: isRepeated ? 0 : run.exitCode, report: withoutFiles(run.report, failed), lines: '' };
  });
  return [...others, ...repeated];
}

async function runTests(filters: string[], services: Service[]): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'signpost-test-'));
  chmodSync(folder, 0o711);
  const parts = filters.length === 0 ? splitTests() : [filters];
  if (filters.length === 0) {
    // `test/support/server-process.ts` runs it.
    process.env.TEST_PROGRAM = join(folder, 'signpost');
    await buildExecutable(process.env.TEST_PROGRAM, await bundleParts());
  }
  const firstRuns = await runInParallel(parts, (part, index) =>
    runPart(part, join(folder, String(index)), services, parts.length === 1),
  );
  const runs = filters.length === 0 ? await repeatFailures(firstRuns, folder, services) : firstRuns;
  rmSync(folder, { recursive: true, force: true });
  // Failures are repeated at the end, where people look.
  for (const failure of runs.flatMap(({ lines }) => findFailures(lines))) console.log(`\n${failure}`);
  const sum = printTallies(countTests(runs.map(({ report }) => report).join('\n')));
  // A run that crashed or skipped tests is not green.
  const isWhole = runs.every(({ report }) => report !== '') && sum.skipped === 0 && sum.passed > 0;
  const hasCrashed = sum.failed === 0 && runs.some(({ exitCode }) => exitCode !== 0);
  const extra = isWhole && !hasCrashed ? 0 : 1;
  console.log(`${sum.passed} passed, ${sum.failed + extra} failed`);
  return sum.failed + extra === 0 ? 0 : 1;
}

async function main(filters: string[]): Promise<number> {
  // A run of selected tests is for development; only a full run also runs the checks.
  if (filters.length === 0 && !(await runChecks())) {
    console.log('0 passed, 1 failed');
    return 1;
  }
  await installServices();
  // `test/support/wait.ts` stretches its limits by it.
  process.env.TEST_SLOWNESS = String(await measureSlowness());
  const services: Service[] = [];
  try {
    services.push(await startPostgres());
    services.push(await startRedis());
    return await runTests(filters, services);
  } finally {
    await Promise.all(services.map((service) => service.stop()));
  }
}

process.exitCode = await main(process.argv.slice(2));

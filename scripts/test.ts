import { chmodSync, mkdirSync, mkdtempSync, rmSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Glob } from 'bun';
import { stretched } from '../test/support/wait.ts';
import { findChangedPaths, type Selection, selectTests } from './changed-tests.ts';
import { describeAllMissing, installPackages } from './packages.ts';
import { measureSlowness } from './slowness.ts';
import { TestOutput } from './test-output.ts';
import { countTests, printTallies, type Tally } from './test-report.ts';
import { openTestServices, type TestServices } from './test-services.ts';

/** On two cores: more than two, because browsers and killed servers wait more than they compute. */
const PROCESSES = 4;

/** A process takes a second to load the program, so it should have some files to run. */
const FILES_FOR_A_PROCESS = 5;

/** How long each file took. Bun starts the slowest ones first; `npm test -- --record` measures again. */
const TIMINGS = 'test/timings.json';

/** The limit of one test. No test comes near it; it ends what hangs. */
const TEST_LIMIT_MS = 120_000;

/** One run of `bun test`. */
interface Part {
  files: string[];
  /** Only tests whose names match. */
  names?: string;
  /** Prints what passed too. */
  isWhole: boolean;
  isRecorded?: boolean;
}

interface Result {
  output: TestOutput;
  report: string;
  exitCode: number;
}

async function readStream(stream: ReadableStream<Uint8Array>, add: (text: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  for await (const chunk of stream) add(decoder.decode(chunk, { stream: true }));
}

function print(text: string): void {
  process.stdout.write(text);
}

/** Says every quarter of a minute that the run is alive. */
function showProgress(output: TestOutput): Timer {
  const startMs = performance.now();
  return setInterval(() => {
    const seconds = Math.round((performance.now() - startMs) / 1000);
    print(`${output.passed} passed, ${output.failures.length} failed after ${seconds} s\n`);
  }, 15_000);
}

/** Runs `bun test` once. */
async function runPart({ files, names, isWhole, isRecorded }: Part, folder: string): Promise<Result> {
  mkdirSync(folder);
  // PostgreSQL runs as another user and must be able to traverse this folder.
  chmodSync(folder, 0o711);
  const report = join(folder, 'report.xml');
  const processes = Math.min(PROCESSES, Math.ceil(files.length / FILES_FOR_A_PROCESS));
  const words = [
    ...[process.execPath, '--no-env-file', 'test', '--no-orphans', `--timeout=${stretched(TEST_LIMIT_MS)}`],
    ...['--reporter=junit', `--reporter-outfile=${report}`],
    ...(processes > 1 ? [`--parallel=${processes}`, '--no-isolate', `--timings=${TIMINGS}`] : []),
    ...(isRecorded ? ['--update-timings'] : []),
    ...(names === undefined ? [] : ['-t', names]),
    ...files.map((file) => `./${file}`),
  ];
  const output = new TestOutput(print, isWhole);
  const progress = isWhole ? undefined : showProgress(output);
  const child = Bun.spawn(words, { env: { ...process.env, TMPDIR: folder }, stdout: 'pipe', stderr: 'pipe' });
  const add = (text: string) => output.add(text);
  await Promise.all([readStream(child.stdout, add), readStream(child.stderr, add)]);
  const exitCode = await child.exited;
  clearInterval(progress);
  output.end();
  const file = Bun.file(report);
  return { output, exitCode, report: (await file.exists()) ? await file.text() : '' };
}

/** Prints the failures once more, at the end, where people look, and the sum. */
function summarize(results: Result[]): Tally {
  for (const { output } of results)
    for (const { file, lines } of output.failures) print(`\n${[file, ...lines].join('\n')}\n`);
  const sum = printTallies(countTests(results.map(({ report }) => report).join('\n')));
  // A run that crashed or skipped tests is not green.
  const hasCrashed = sum.failed === 0 && results.some(({ exitCode }) => exitCode !== 0);
  const isIncomplete = results.some(({ report }) => report === '') || sum.skipped > 0 || sum.passed === 0;
  return { ...sum, failed: sum.failed + (hasCrashed || isIncomplete ? 1 : 0) };
}

/** Runs some tests in a temporary folder. */
async function runParts(parts: Part[]): Promise<Tally> {
  const folder = mkdtempSync(join(tmpdir(), 'signpost-test-'));
  chmodSync(folder, 0o711);
  try {
    return summarize(await Promise.all(parts.map((part, index) => runPart(part, join(folder, String(index))))));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs the checks in a process of their own, beside the tests, and prints what they say when they have ended. */
async function runChecks(): Promise<boolean> {
  const child = Bun.spawn([process.execPath, 'scripts/check.ts', '--all'], { stdout: 'pipe', stderr: 'pipe' });
  const [stdout, stderr, exitCode] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  print(`\n${stdout}${stderr}\n`);
  return exitCode === 0;
}

/** Every test file whose path contains one of these words. */
function findTests(words: string[]): string[] {
  const files = [...new Glob('{src,web,client,bench,test}/**/*.test.{ts,tsx}').scanSync('.')];
  return files.filter((file) => words.some((word) => file.includes(word.replace(/^\.\//, ''))));
}

/** All checks and all tests. */
async function runAll(services: TestServices, isRecorded: boolean): Promise<boolean> {
  const missing = describeAllMissing();
  for (const sentence of missing) print(`${sentence}\n`);
  // `test/support/server-process.ts` runs it, and some tests look at all that was built.
  process.env.TEST_PROGRAM = resolve('dist/signpost');
  const build = import('./build.ts');
  if (missing.length === 0) await installPackages();
  await Promise.all([build, services.startAll()]);
  const [areChecksGreen, sum] = await Promise.all([
    runChecks(),
    runParts([{ files: findTests(['']), isWhole: false, isRecorded }]),
  ]);
  if (!areChecksGreen) print('A check failed; see above.\n');
  const failed = sum.failed + (areChecksGreen ? 0 : 1);
  print(`${sum.passed} passed, ${failed} failed\n`);
  return failed === 0;
}

/** Some tests, with all of their results. */
async function runSome(parts: Part[]): Promise<boolean> {
  const { passed, failed } = await runParts(parts);
  print(`${passed} passed, ${failed} failed\n`);
  return failed === 0;
}

async function runSelection({ files, named }: Selection): Promise<boolean> {
  const parts: Part[] = named.map(({ file, names }) => ({ files: [file], names, isWhole: false }));
  if (files.length > 0) parts.unshift({ files, isWhole: false });
  if (parts.length === 0) {
    print('No test belongs to what has changed.\n');
    return true;
  }
  for (const file of files) print(`${file}\n`);
  for (const { file, names } of named) print(`${file}, only tests about: ${names}\n`);
  return runSome(parts);
}

const WATCHED = ['src', 'web', 'client', 'test', 'bench', 'locales', 'docs'];

/** Runs the tests of each change, with the same servers, until the process ends. */
async function watchChanges(): Promise<never> {
  const changed = new Set<string>();
  let wake = () => {};
  for (const folder of WATCHED) {
    watch(folder, { recursive: true }, (_, path) => {
      if (path === null) return;
      changed.add(join(folder, path));
      wake();
    });
  }
  print('Waiting for a change. Press Ctrl+C to end.\n');
  while (true) {
    const { promise, resolve } = Promise.withResolvers<void>();
    wake = resolve;
    if (changed.size === 0) await promise;
    // An editor writes a file in several steps.
    await Bun.sleep(100);
    const paths = [...changed];
    changed.clear();
    await runSelection(selectTests(paths));
  }
}

async function main(words: string[]): Promise<boolean> {
  const filters = words.filter((word) => !word.startsWith('--'));
  // `test/support/wait.ts` stretches its limits by it, in this process and in those of the tests.
  process.env.TEST_SLOWNESS = String(measureSlowness());
  const services = openTestServices();
  process.env.TEST_SERVICES_URL = services.url;
  try {
    if (words.includes('--watch')) await watchChanges();
    if (words.includes('--changed')) return await runSelection(selectTests(findChangedPaths(filters[0])));
    if (filters.length > 0) return await runSome([{ files: findTests(filters), isWhole: true }]);
    return await runAll(services, words.includes('--record'));
  } finally {
    await services.stop();
  }
}

process.exitCode = (await main(process.argv.slice(2))) ? 0 : 1;

/** The number of tests by result. */
export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

/** The engine or service of a test, from the tag in its name. */
const places = { 'on Redis': '[redis]', 'on SQLite': '[sqlite]', 'on PostgreSQL': '[postgres]' };

/** One test in a JUnit report: its attributes, then its result. */
const TEST_CASE = /<testcase ([^>]*?)(\/>|>[\s\S]*?<\/testcase>)/g;

/** The line of `bun test` before the tests of a file. */
const TEST_FILE = /^\S+\.test\.ts:$/;

/** The line after which `bun test` lists the failures again. */
const LIST_OF_FAILURES = /^\d+ tests failed:$/;

/** Reads a JUnit report: the results by engine or service. */
export function countTests(report: string): Map<string, Tally> {
  const tallies = new Map<string, Tally>();
  for (const [, attributes = '', rest = ''] of report.matchAll(TEST_CASE)) {
    const place = Object.entries(places).find(([, tag]) => attributes.includes(tag))?.[0] ?? 'elsewhere';
    const tally = tallies.get(place) ?? { passed: 0, failed: 0, skipped: 0 };
    if (rest.includes('<failure')) tally.failed += 1;
    else if (rest.includes('<skipped')) tally.skipped += 1;
    else tally.passed += 1;
    tallies.set(place, tally);
  }
  return tallies;
}

/** The files with a failed test, or with an error outside the tests, from the output of `bun test`. */
export function findFailedFiles(lines: string): string[] {
  const files = new Set<string>();
  let file = '';
  for (const line of lines.split('\n')) {
    if (LIST_OF_FAILURES.test(line)) break;
    if (TEST_FILE.test(line)) file = line.slice(0, -1);
    else if (line.startsWith('(fail) ') || line.startsWith('# Unhandled error')) files.add(file);
  }
  return [...files];
}

/** A JUnit report without the tests of some files. */
export function withoutFiles(report: string, files: string[]): string {
  return report.replace(TEST_CASE, (test, attributes: string) =>
    files.some((file) => attributes.includes(`file="${file}"`)) ? '' : test,
  );
}

/** Prints a line for each engine or service, and returns the sum. */
export function printTallies(tallies: Map<string, Tally>): Tally {
  const sum: Tally = { passed: 0, failed: 0, skipped: 0 };
  for (const place of [...Object.keys(places), 'elsewhere']) {
    const { passed, failed, skipped } = tallies.get(place) ?? { passed: 0, failed: 0, skipped: 0 };
    console.log(`${place.padEnd(14)} ${passed} passed, ${failed} failed, ${skipped} skipped`);
    sum.passed += passed;
    sum.failed += failed;
    sum.skipped += skipped;
  }
  return sum;
}

/** The maximum length of one failure; the complete output is further up. */
const LONGEST_FAILURE = 40;

/** Each failed test with the output of `bun test` about it. */
export function findFailures(lines: string): string[] {
  const failures: string[] = [];
  let file = '';
  let about: string[] = [];
  for (const line of lines.split('\n')) {
    if (LIST_OF_FAILURES.test(line)) break;
    if (line.startsWith('(fail) ')) failures.push([file, ...about.slice(-LONGEST_FAILURE), line].join('\n'));
    if (/^\((pass|fail|skip|todo)\) /.test(line)) about = [];
    else if (TEST_FILE.test(line)) file = line;
    else if (line !== '') about.push(line);
  }
  return failures;
}

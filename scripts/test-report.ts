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

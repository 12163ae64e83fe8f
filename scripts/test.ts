import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runChecks } from './check.ts';
import { installServices, type Service, startPostgres, startRedis } from './services.ts';

interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

/** Where a test runs, told by the mark in its name. */
const places = { 'on Redis': '[redis]', 'on SQLite': '[sqlite]', 'on PostgreSQL': '[postgres]' };

function count(report: string): Map<string, Tally> {
  const tallies = new Map<string, Tally>();
  for (const [, attributes = '', rest = ''] of report.matchAll(/<testcase ([^>]*?)(\/>|>[\s\S]*?<\/testcase>)/g)) {
    const place = Object.entries(places).find(([, mark]) => attributes.includes(mark))?.[0] ?? 'elsewhere';
    const tally = tallies.get(place) ?? { passed: 0, failed: 0, skipped: 0 };
    if (rest.includes('<failure')) tally.failed += 1;
    else if (rest.includes('<skipped')) tally.skipped += 1;
    else tally.passed += 1;
    tallies.set(place, tally);
  }
  return tallies;
}

function tell(tallies: Map<string, Tally>): Tally {
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

async function runTests(filters: string[], services: Service[]): Promise<number> {
  const [postgres, redis] = services;
  const folder = mkdtempSync(join(tmpdir(), 'signpost-test-'));
  // PostgreSQL's own user must be able to pass through to a folder of its own in here.
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
  const child = Bun.spawn(words, { env, stdout: 'inherit', stderr: 'inherit' });
  const exitCode = await child.exited;
  const file = Bun.file(report);
  const sum = tell(count((await file.exists()) ? await file.text() : ''));
  rmSync(folder, { recursive: true, force: true });
  // A run that crashed, or that left something out, is not a green one.
  const extra = (exitCode !== 0 && sum.failed === 0) || sum.skipped > 0 || sum.passed === 0 ? 1 : 0;
  console.log(`${sum.passed} passed, ${sum.failed + extra} failed`);
  return sum.failed + extra === 0 ? 0 : 1;
}

async function main(filters: string[]): Promise<number> {
  // Naming some tests is how one works on them; the whole run also holds the rest to account.
  if (filters.length === 0 && !(await runChecks())) {
    console.log('0 passed, 1 failed');
    return 1;
  }
  await installServices();
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

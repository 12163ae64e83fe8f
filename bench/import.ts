import { once } from 'node:events';
import { createWriteStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addAccount } from '../test/support/add-account.ts';
import { newFolder } from '../test/support/engines.ts';
import { startServer } from '../test/support/server-process.ts';
import type { Bench } from './measure.ts';

const LINKS = Number(process.env.LINKS ?? 10_000);
const VISITS = Number(process.env.VISITS ?? 1_000_000);
const DAYS = 730;
const DAY_MS = 86_400_000;
const ROWS_AT_ONCE = 5_000;
const EMAIL = 'a@example.com';

const AGENTS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
];
const COUNTRIES = ['DE', 'US', 'FR', 'GB', 'BR', 'IN', 'JP', 'CA'];

function* listVisits(): Generator<string> {
  const first = Date.now() - DAYS * DAY_MS;
  for (let number = 1; number <= VISITS; number += 1) {
    const time = new Date(first + (number / VISITS) * DAYS * DAY_MS).toISOString().slice(0, 19).replace('T', ' ');
    // Steps that have no common factor with the number of links visit them in turn, but not in order.
    const link = (number * 7_919) % LINKS;
    const referrer = number % 2 === 0 ? `https://site${number % 300}.example/x` : 'direct';
    const facts = `'${referrer}','${AGENTS[number % 3]}','192.0.2.1','${COUNTRIES[number % 8]}'`;
    yield `(${number},'${time}','b-${link}',${facts})`;
  }
}

function* listLinks(): Generator<string> {
  for (let link = 0; link < LINKS; link += 1)
    yield `('b-${link}','https://example.com/${link}','Title ${link}','2020-01-01 00:00:00','127.0.0.1',${VISITS / LINKS})`;
}

const TABLES = {
  yourls_log:
    '`click_id` int, `click_time` datetime, `shorturl` varchar(100), `referrer` varchar(200), `user_agent` varchar(255), `ip_address` varchar(41), `country_code` char(2)',
  yourls_url: '`keyword` varchar(100), `url` text, `title` text, `timestamp` timestamp, `ip` varchar(41), `clicks` int',
};

/** Writes a dump like `mysqldump yourls`. */
async function writeDump(path: string): Promise<void> {
  const file = createWriteStream(path);
  for (const [table, rows] of [
    ['yourls_log', listVisits()],
    ['yourls_url', listLinks()],
  ] as const) {
    const columns = TABLES[table].split(', ').map((column) => `  ${column}`);
    file.write(`CREATE TABLE \`${table}\` (\n${columns.join(',\n')}\n) ENGINE=InnoDB;\n`);
    let some: string[] = [];
    const flush = async () => {
      if (some.length > 0 && !file.write(`INSERT INTO \`${table}\` VALUES ${some.join(',')};\n`))
        await once(file, 'drain');
      some = [];
    };
    for (const row of rows) if (some.push(row) === ROWS_AT_ONCE) await flush();
    await flush();
  }
  file.end('-- Dump completed on 2026-01-01  0:00:00\n');
  await once(file, 'close');
}

/** Follows a link over and over; returns the slowest response. */
async function followUntil(url: string, isOver: () => boolean): Promise<number> {
  let slowestMs = 0;
  while (!isOver()) {
    const startMs = performance.now();
    await (await fetch(url, { redirect: 'manual' })).arrayBuffer();
    slowestMs = Math.max(slowestMs, performance.now() - startMs);
    await Bun.sleep(5);
  }
  return slowestMs;
}

function peakMb(pid: number): number {
  const kb = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kb ?? 0) / 1024;
}

/** Imports a dump of YOURLS while a server on the same store follows links. */
export async function benchImport(): Promise<Bench[]> {
  const environment = { DATA_DIR: newFolder(), RATE_LIMIT: '100000', SECRET: 'a secret for the benchmark, 32 bytes' };
  const key = await addAccount(environment, { email: EMAIL });
  const dump = join(newFolder(), 'yourls.sql');
  await writeDump(dump);
  const server = await startServer(environment);
  try {
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    const body = JSON.stringify({ url: 'https://example.com/', custom: 'hot' });
    await server.fetch('/api/url/add', { method: 'POST', headers, body });
    const startMs = performance.now();
    const words = ['import', '--from', 'yourls', '--file', dump, '--user', EMAIL, '--json'];
    const child = Bun.spawn(['bin/signpost', ...words], { env: { ...process.env, ...environment }, stderr: 'ignore' });
    let memoryMb = 0;
    const watch = setInterval(() => {
      if (child.exitCode === null) memoryMb = Math.max(memoryMb, peakMb(child.pid));
    }, 200);
    let isOver = false;
    const slowest = followUntil(`${server.url}/hot`, () => isOver);
    await child.exited;
    const seconds = (performance.now() - startMs) / 1_000;
    isOver = true;
    clearInterval(watch);
    const { clicks } = (await new Response(child.stdout).json()) as { clicks: number };
    if (clicks < VISITS) throw new Error(`${clicks} clicks were imported`);
    const slowestMs = await slowest;
    return [
      {
        title: `Import of ${VISITS} visits of ${LINKS} links, SQLite`,
        unit: '',
        values: {
          seconds,
          'visits per second': VISITS / seconds,
          'peak memory, MB': memoryMb,
          'slowest redirect, ms': slowestMs,
        },
        claims: [
          { text: 'time', unit: ' s', value: seconds, atMost: 180 },
          { text: 'memory', unit: ' MB', value: memoryMb, atMost: 500 },
        ],
      },
    ];
  } finally {
    await server.end();
  }
}

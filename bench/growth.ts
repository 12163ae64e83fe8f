import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { newFolder } from '../test/support/engines.ts';
import { startServer } from '../test/support/server-process.ts';
import { startCounter } from './click-counter.ts';
import { type ClickStore, newClickStore } from './click-store.ts';
import { rawRequest } from './client.ts';
import type { Counted } from './counting.worker.ts';
import { aliasOf } from './link-store.ts';
import { type Bench, compare, cpuMs, measure, medianOf } from './measure.ts';
import { createVisits } from './visitors.ts';

const MANY = Number(process.env.CLICKS ?? 10_000_000);
const FEW = 10;
const VISITORS = 300_000;
const DAY_MS = 86_400_000;
const DAYS = 80;

const LINKS_EACH = 20;
/** After this many clicks on the link, one click is for another link of the same owner. */
const OTHER_LINK_EVERY = 50;
const CLICKS_AT_ONCE = 100_000;
const REPORT_EVERY = 500_000;

function sizeOf({ environment }: ClickStore): number {
  return statSync(join(environment.DATA_DIR ?? '', 'signpost.db')).size;
}

function add(sum: Counted, counted: Counted): void {
  for (const name of ['clicks', 'cpuMs', 'allCpuMs', 'wallMs'] as const) sum[name] += counted[name];
}

function reportProgress(sum: Counted, startMs: number): void {
  const cpuUs = ((sum.cpuMs * 1000) / sum.clicks).toFixed(1);
  const rate = Math.round((sum.clicks * 1000) / sum.wallMs);
  const seconds = Math.round((performance.now() - startMs) / 1000);
  console.error(`${sum.clicks} clicks counted after ${seconds} s, ${cpuUs} µs CPU each, ${rate} a second`);
}

/** Counts clicks of the last 80 days, oldest first: nearly all for one link of the first owner, ten for one of the second. */
async function countAll(store: ClickStore): Promise<Counted> {
  const [many, few] = store.owners.map(({ linkIds }) => linkIds);
  const counter = await startCounter(store);
  const visit = createVisits(VISITORS);
  const [firstMs, startMs] = [Date.now() - DAYS * DAY_MS, performance.now()];
  const total = MANY + Math.floor(MANY / OTHER_LINK_EVERY);
  const sum: Counted = { clicks: 0, cpuMs: 0, allCpuMs: 0, wallMs: 0 };
  let number = 0;
  function next() {
    const at = Math.floor(firstMs + (number / total) * DAYS * DAY_MS);
    const place = number % (OTHER_LINK_EVERY + 1) === OTHER_LINK_EVERY ? 1 + (number % (LINKS_EACH - 1)) : 0;
    number += 1;
    return { linkId: many?.[place] ?? 0, at, texts: visit() };
  }
  while (number < total) {
    add(sum, await counter.count(Math.min(CLICKS_AT_ONCE, total - number), next));
    if (sum.clicks % REPORT_EVERY === 0) reportProgress(sum, startMs);
  }
  let early = 0;
  await counter.count(FEW, () => {
    early += 1;
    return { linkId: few?.[0] ?? 0, at: Math.floor(firstMs + ((early - 0.5) / FEW) * DAYS * DAY_MS), texts: visit() };
  });
  await counter.stop();
  return sum;
}

/** Requests about one link, or about all links of its owner. */
const PATHS: Record<string, (linkId: number) => string> = {
  'GET /api/url/:id': (id) => `/api/url/${id}`,
  '/stats': (id) => `/api/url/${id}/stats`,
  '/stats?interval=hour': (id) => `/api/url/${id}/stats?interval=hour`,
  '/stats?by=country': (id) => `/api/url/${id}/stats?by=country`,
  // The smaller link has ten clicks, so both responses have as many.
  '/clicks?limit=10': (id) => `/api/url/${id}/clicks?limit=10`,
  'GET /api/stats': () => '/api/stats',
  'GET /api/urls?order=click': () => '/api/urls?order=click',
};
const AT_MOST = 1.3;
const FIRST_MONTHS = 40;
const VISITS = 200;
const FILTERED = 'filter[country]=Canada&filter[browser]=Chrome';
/** For a week. */
const FILTERED_MS = 300;

/** A server and the link of one owner. */
interface View {
  port: number;
  pid: number;
  key: string;
  linkId: number;
  alias: string;
}

function ask({ key }: View, path: string): string {
  return rawRequest(path, { Authorization: `Bearer ${key}` });
}

async function benchReading(few: View, many: View): Promise<Bench[]> {
  const title = 'CPU per request';
  const ofFew: Bench = { title: `${title}, ${FEW} clicks`, unit: 'µs', values: {}, claims: [] };
  const ofMany: Bench = { title: `${title}, ${MANY} clicks`, unit: 'µs', values: {}, claims: [] };
  const ratios: Bench = { title: `${title}, ${MANY} / ${FEW} clicks`, unit: 'x', values: {}, claims: [] };
  async function compareBoth(name: string, run: (view: View) => Promise<number>): Promise<number> {
    const cpu = await compare(7, { few: () => run(few), many: () => run(many) });
    ofFew.values[name] = cpu.few;
    ofMany.values[name] = cpu.many;
    ratios.values[name] = cpu.many / cpu.few;
    return cpu.many / cpu.few;
  }
  for (const [name, pathOf] of Object.entries(PATHS)) {
    const load = { count: 400, expected: '200' };
    const value = await compareBoth(name, (view) => measure(view, ask(view, pathOf(view.linkId)), load));
    ratios.claims.push({ text: name, value, atMost: AT_MOST });
  }
  return [ofFew, ofMany, ratios];
}

function dateOf(daysAgo: number): string {
  return new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10);
}

/** Requests months for the first time since the start, when no sums of theirs are cached. */
async function benchFirst(few: View, many: View): Promise<Bench> {
  const load = { count: FIRST_MONTHS, expected: '200' };
  const months = Array.from(
    { length: FIRST_MONTHS },
    (_, day) => `/stats?from=${dateOf(day + 31)}&to=${dateOf(day + 1)}`,
  );
  const run = (view: View) =>
    measure(
      view,
      months.map((month) => ask(view, `/api/url/${view.linkId}${month}`)),
      load,
    );
  const values = { [`${FEW} clicks`]: await run(few), [`${MANY} clicks`]: await run(many) };
  return { title: '/stats of a month, the first time', unit: 'µs', values, claims: [] };
}

async function fetchOk({ port, key }: View, path: string, expected: number): Promise<void> {
  const headers = { Authorization: `Bearer ${key}` };
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers, redirect: 'manual' });
  await answer.arrayBuffer();
  if (answer.status !== expected) throw new Error(`${path} was answered ${answer.status}`);
}

async function benchFiltered(view: View, title: string, path: string): Promise<Bench> {
  const samples: { wallMs: number; cpuMs: number }[] = [];
  for (let round = 0; round < 3; round += 1) {
    const [startMs, beforeMs] = [performance.now(), cpuMs(view.pid)];
    // Another limit, because an equal request would be answered from the cache.
    await fetchOk(view, `${path}&limit=${round + 1}`, 200);
    samples.push({ wallMs: performance.now() - startMs, cpuMs: cpuMs(view.pid) - beforeMs });
  }
  const values = {
    'from question to answer': medianOf(samples.map(({ wallMs }) => wallMs)),
    CPU: medianOf(samples.map((sample) => sample.cpuMs)),
  };
  // Only a week has a limit: the cost grows with the clicks in the range.
  const claims = path.includes('from=') ? [{ text: 'CPU', value: values.CPU, atMost: FILTERED_MS }] : [];
  return { title, unit: 'ms', values, claims };
}

/** Visits the link before each request for statistics, so that the current period is never cached. */
async function benchAfterVisits(few: View, many: View): Promise<Bench> {
  async function run(view: View): Promise<number> {
    const beforeMs = cpuMs(view.pid);
    for (let number = 0; number < VISITS; number += 1) {
      await fetchOk(view, `/${view.alias}`, 302);
      await fetchOk(view, `/api/url/${view.linkId}/stats`, 200);
    }
    return ((cpuMs(view.pid) - beforeMs) * 1000) / VISITS;
  }
  const cpu = await compare(5, { few: () => run(few), many: () => run(many) });
  const values = { [`${FEW} clicks before`]: cpu.few, [`${MANY} clicks before`]: cpu.many };
  const claim = { text: 'a visit and /stats after it', value: cpu.many / cpu.few, atMost: AT_MOST };
  return { title: 'CPU per visit with /stats right after it', unit: 'µs', values, claims: [claim] };
}

async function benchServer(store: ClickStore): Promise<Bench[]> {
  const server = await startServer(store.environment);
  const at = { port: Number(new URL(server.url).port), pid: server.pid };
  const [many, few] = store.owners.map(({ key, linkIds }, index): View => {
    return { ...at, key, linkId: linkIds[0] ?? 0, alias: aliasOf(index * LINKS_EACH) };
  });
  try {
    if (!many || !few) throw new Error('two owners are needed');
    return [
      ...(await benchReading(few, many)),
      await benchFirst(few, many),
      await benchFiltered(many, '/stats of a link, filtered', `/api/url/${many.linkId}/stats?${FILTERED}`),
      await benchFiltered(
        many,
        'GET /api/stats of a week, filtered',
        `/api/stats?${FILTERED}&from=${dateOf(7)}&to=${dateOf(1)}`,
      ),
      await benchAfterVisits(few, many),
    ];
  } finally {
    await server.end();
  }
}

/** Compares requests for a link with very many clicks with those for a link with few clicks in the same store. */
export async function benchGrowth(): Promise<Bench[]> {
  const folder = newFolder();
  try {
    const store = await newClickStore({ DATA_DIR: folder }, 2, LINKS_EACH);
    const before = sizeOf(store);
    const counted = await countAll(store);
    const megabytes = (sizeOf(store) - before) / 1e6;
    const cpuUs = (counted.cpuMs * 1000) / counted.clicks;
    const rate = (counted.clicks * 1000) / counted.wallMs;
    return [
      { title: `${MANY} clicks counted`, unit: 'µs', values: { 'CPU per click': cpuUs }, claims: [] },
      { title: 'the same, with all waiting', unit: '1/s', values: { 'clicks a second': rate }, claims: [] },
      {
        title: 'the store',
        unit: 'MB',
        values: { 'a million clicks': (megabytes * 1e6) / counted.clicks },
        claims: [],
      },
      ...(await benchServer(store)),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

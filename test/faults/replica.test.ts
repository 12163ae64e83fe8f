import { afterAll, beforeAll, expect, test } from 'bun:test';
import { SQL } from 'bun';
import { sql } from 'kysely';
import { type PostgresService, startPostgres, startReplica } from '../../scripts/services.ts';
import { EXACT } from '../support/click-audit.ts';
import { newFolder } from '../support/engines.ts';
import { RestartableSite } from '../support/restartable-site.ts';
import { signpost } from '../support/server-process.ts';
import { openTestSite, type TestSite } from '../support/test-site.ts';
import { stretched, waitUntil } from '../support/wait.ts';

let primary: PostgresService;
let replica: PostgresService;
let site: TestSite;
let key: string;

beforeAll(async () => {
  primary = await startPostgres();
  replica = await startReplica(primary);
  const environment = { DATABASE_URL: primary.url, DATABASE_REPLICA_URL: replica.url };
  site = await openTestSite('postgres', environment, { queryLimit: 'limited' });
  key = (await site.addUser()).key;
});
afterAll(async () => {
  await site.close();
  await replica.stop();
  await primary.stop();
});

function countStatements() {
  return { replica: 0, primary: 0, ...site.database.replica?.counts };
}

async function get(path: string) {
  const { status, json } = await site.send('GET', path, { key });
  expect({ path, status }).toEqual({ path, status: 200 });
  return json.data;
}

async function addPixel(): Promise<number> {
  const body = { type: 'bing', name: 'n', tag: '12345678' };
  return (await site.send('POST', '/api/pixel/add', { key, body })).json.id;
}

async function addLink(): Promise<{ id: number; path: string }> {
  const { json } = await site.send('POST', '/api/url/add', { key, body: { url: 'https://example.com/' } });
  return { id: json.id, path: new URL(json.shorturl).pathname };
}

/** Adds a pixel and a click; the next requests must show both. */
async function expectOwnWrites(): Promise<void> {
  const pixel = await addPixel();
  expect((await get('/api/pixels')).pixels[0].id).toBe(pixel);
  const link = await addLink();
  expect((await get('/api/urls')).urls[0].id).toBe(link.id);
  for (let clicks = 1; clicks <= 3; clicks += 1) {
    expect((await site.send('GET', link.path)).status).toBe(302);
    expect((await get(`/api/url/${link.id}/stats`)).clicks).toBe(clicks);
    expect((await get(`/api/url/${link.id}`)).clicks).toBe(clicks);
    expect((await get(`/api/url/${link.id}/clicks`)).clicks).toHaveLength(clicks);
  }
}

/** Requests a path until the replica runs all of its statements; on a busy machine the first may be too slow. */
async function getFromReplica(path: string): Promise<void> {
  await waitUntil(`the replica runs all statements of ${path}`, async () => {
    const before = countStatements();
    await get(path);
    const after = countStatements();
    return after.replica > before.replica && after.primary === before.primary;
  });
}

/** Runs one statement on a server. */
async function runOn(server: PostgresService, statement: string) {
  const connection = new SQL(server.url, { max: 1 });
  const rows = await connection.unsafe(statement);
  await connection.close();
  return rows;
}

test('the replica itself sees the statement of a list [postgres]', async () => {
  await addPixel();
  await getFromReplica('/api/pixels');
  const lists = `select query from pg_stat_activity where query like 'select%from "pixels"%order by "id" desc%'`;
  expect((await runOn(replica, lists)).length).toBeGreaterThan(0);
});

test('lists and statistics are read from the replica [postgres]', async () => {
  const { id } = await addLink();
  const lists = [
    'urls',
    'tags',
    'qr',
    'bio',
    'campaigns',
    'channels',
    'pixels',
    'utm-templates',
    'splash',
    'overlay',
    'files',
  ];
  const statistics = ['stats', `url/${id}/stats`, `url/${id}/clicks`, `url/${id}`];
  for (const path of [...lists, ...statistics]) await getFromReplica(`/api/${path}`);
});

test('nothing else is read from the replica [postgres]', async () => {
  const { id } = await addLink();
  const before = countStatements();
  for (const path of ['account', 'keys', 'domains', `url/${id}/share`]) {
    await site.send('GET', `/api/${path}`, { key });
  }
  await addPixel();
  expect(countStatements()).toEqual(before);
});

test('a response from the replica has every write that was answered before [postgres]', async () => {
  const before = countStatements();
  for (let round = 0; round < 10; round += 1) await expectOwnWrites();
  expect(countStatements().replica).toBeGreaterThan(before.replica);
});

test('while the replica is behind, the primary is used [postgres]', async () => {
  await getFromReplica('/api/pixels');
  await runOn(replica, 'select pg_wal_replay_pause()');
  const before = countStatements();
  try {
    await expectOwnWrites();
    await expectOwnWrites();
    expect(countStatements().replica).toBe(before.replica);
  } finally {
    await runOn(replica, 'select pg_wal_replay_resume()');
  }
  await getFromReplica('/api/pixels');
  await expectOwnWrites();
});

test('a statement that the replica cancels runs on the primary [postgres]', async () => {
  await getFromReplica('/api/pixels');
  // Slow on the replica only, and there within the time limit of a query.
  const slow = sql<{
    isReplica: boolean;
  }>`select pg_is_in_recovery() as "isReplica", case when pg_is_in_recovery() then pg_sleep(1.5) end`;
  const running = slow.execute(site.database.readDb);
  const cancel =
    "select pg_terminate_backend(pid) from pg_stat_activity where query like '%pg_sleep%' and state = 'active'";
  const isCanceled = async () => (await runOn(replica, `${cancel} and pid <> pg_backend_pid()`)).length > 0;
  await waitUntil('the replica runs the statement', isCanceled, { everyMs: 1 });
  expect((await running).rows[0]?.isReplica).toBe(false);
});

test('while the replica does not respond or is stopped, the primary is used [postgres]', async () => {
  await getFromReplica('/api/pixels');
  replica.pause();
  try {
    const startMs = performance.now();
    await get('/api/pixels');
    expect(performance.now() - startMs).toBeLessThan(stretched(5_000));
    await expectOwnWrites();
  } finally {
    replica.resume();
  }
  await getFromReplica('/api/pixels');

  await replica.restart(expectOwnWrites);
  await getFromReplica('/api/pixels');
  await expectOwnWrites();

  // All these failures happened within a minute.
  const warnings = site.logLines.filter((line) => line.includes('the replica cannot be used'));
  expect(warnings.length).toBeGreaterThan(0);
  expect(warnings.length).toBeLessThanOrEqual(3);
  expect(site.logLines.join('')).toContain('the replica is used again');
});

test('doctor says whether the replica can be used [postgres]', async () => {
  const environment = { DATA_DIR: newFolder(), DATABASE_URL: primary.url };
  const doctor = (url: string) => signpost(['doctor'], { ...environment, DATABASE_REPLICA_URL: url });

  expect((await doctor(replica.url)).stdout).toMatch(/ok +replica +postgres:\S+ is reachable and up to date/);

  const self = await doctor(primary.url);
  expect(self.exitCode).toBe(1);
  expect(self.stdout).toMatch(
    /failed +replica +The replica in DATABASE_REPLICA_URL cannot be used: it is not a replica/,
  );

  await runOn(primary, 'create database other');
  await runOn(
    { ...primary, url: primary.url.replace(/postgres$/, 'other') },
    'create table settings (name text, value text)',
  );
  const other = await doctor(replica.url.replace(/postgres$/, 'other'));
  expect(other.stdout).toMatch(/failed +replica +.* cannot be used: it is a replica of another database/);
});

test('a server with a replica counts each click once in every response [postgres]', async () => {
  const store = { DATA_DIR: newFolder(), DATABASE_URL: primary.url, DATABASE_REPLICA_URL: replica.url };
  await runOn(primary, 'create database clicks');
  for (const name of ['DATABASE_URL', 'DATABASE_REPLICA_URL'] as const) {
    store[name] = store[name].replace(/postgres$/, 'clicks');
  }
  await RestartableSite.use(store, async (server) => {
    const running = server.load.run({ pauseMs: 10 });
    await server.load.reach(300);
    server.load.stop();
    await running;
    expect(await server.audit()).toMatchObject({ ...EXACT, unanswered: 0 });
    expect(await server.metric('signpost_replica_statements_total{server="replica"}')).toBeGreaterThan(0);
  });
});

import { expect, test } from 'bun:test';
import { SQL } from 'bun';
import { startPostgres } from '../../scripts/services.ts';
import { addAccount } from '../support/add-account.ts';
import { newFolder, newReadyEnvironment } from '../support/engines.ts';
import { startServer } from '../support/server-process.ts';
import { stretched, waitUntil } from '../support/wait.ts';

async function timed<T>(work: Promise<T>): Promise<{ value: T; ms: number }> {
  const startMs = performance.now();
  const value = await work;
  return { value, ms: performance.now() - startMs };
}

test('an unresponsive PostgreSQL causes 503 in JSON within 5 s, and the server reconnects automatically [postgres]', async () => {
  const postgres = await startPostgres();
  const environment = { DATA_DIR: newFolder(), DATABASE_URL: postgres.url, RATE_LIMIT: '1000' };
  const server = await startServer(environment);
  const headers = { Authorization: `Bearer ${await addAccount(environment)}` };
  const account = () => server.fetch('/api/account', { headers });
  expect((await account()).status).toBe(200);

  async function expectUnavailable() {
    const { value: answer, ms } = await timed(account());
    expect(answer.status).toBe(503);
    expect(ms).toBeLessThan(stretched(5_000));
    expect(answer.headers.get('X-RateLimit-Limit')).toBe('1000');
    expect(await answer.json()).toMatchObject({ error: 1, code: 'store_unavailable' });
    expect((await server.fetch('/healthz')).status).toBe(200);
    expect((await server.fetch('/readyz')).status).toBe(503);
  }

  async function expectAvailable() {
    const isBack = async () => (await account()).status === 200;
    await waitUntil('the server is connected again', isBack, { limitMs: 5_000 });
    expect((await server.fetch('/readyz')).status).toBe(200);
  }

  postgres.pause();
  await expectUnavailable();
  postgres.resume();
  await expectAvailable();

  // A connection that breaks during a query, without a close message, must not stop the server.
  const blocker = new SQL(postgres.url, { max: 1 });
  const body = JSON.stringify({ type: 'bing', name: 'n', tag: '12345678' });
  let waiting: Promise<Response> | undefined;
  let killed = 0;
  const blocked = blocker.begin(async (tx) => {
    await tx`lock table pixels in exclusive mode`;
    waiting = server.fetch('/api/pixel/add', { method: 'POST', headers, body });
    const pids = await waitUntil('the request waits for the lock', async () => {
      const rows: { pid: number }[] = await tx`select pid from pg_stat_activity where wait_event_type = 'Lock'`;
      return rows.length > 0 && rows;
    });
    for (const { pid } of pids) process.kill(pid, 'SIGKILL');
    killed = pids.length;
    await waiting;
  });
  // PostgreSQL closes every connection when one of its processes is killed, including this one.
  await blocked.catch(() => {});
  expect(killed).toBeGreaterThan(0);
  expect((await waiting)?.status).toBe(503);
  expect((await server.fetch('/healthz')).status).toBe(200);
  await blocker.close();
  await expectAvailable();

  await postgres.restart(expectUnavailable);
  await expectAvailable();

  await server.end();
  await postgres.stop();
});

test('every change with a response survives kill -9 [sqlite]', async () => {
  const environment = { ...(await newReadyEnvironment('sqlite')), RATE_LIMIT: '100000' };
  const headers = { Authorization: `Bearer ${await addAccount(environment)}` };
  const answered: number[] = [];
  for (let round = 0; round < 2; round += 1) {
    const server = await startServer(environment);
    let isKilled = false;
    async function write(): Promise<void> {
      while (!isKilled) {
        const body = JSON.stringify({ type: 'bing', name: 'n', tag: '12345678' });
        const sending = server.fetch('/api/pixel/add', { method: 'POST', headers, body });
        const answer = await sending
          .then((response) => response.json() as Promise<{ id: number }>)
          .catch(() => undefined);
        if (answer) answered.push(answer.id);
      }
    }
    const writers = Array.from({ length: 4 }, write);
    await waitUntil('forty more pixels are created', () => answered.length >= (round + 1) * 40, { everyMs: 1 });
    await server.end('SIGKILL');
    isKilled = true;
    await Promise.all(writers);
  }
  const server = await startServer(environment);
  const answer = await server.fetch('/api/pixels?limit=1000', { headers });
  const list = (await answer.json()) as { data: { result: number; pixels: { id: number }[] } };
  const stored = new Set(list.data.pixels.map(({ id }) => id));
  expect(answered.filter((id) => !stored.has(id))).toEqual([]);
  expect(list.data.result).toBe(stored.size);
  await server.end();
});

test('a stop under load completes the requests in progress and exits 0 [sqlite]', async () => {
  const environment = { ...(await newReadyEnvironment('sqlite')), RATE_LIMIT: '100000' };
  const server = await startServer(environment);
  const headers = { Authorization: `Bearer ${await addAccount(environment)}` };
  // Argon2id makes each of these requests take a while.
  const slow = Array.from({ length: 8 }, (_, index) =>
    server.fetch('/api/account/update', {
      method: 'PUT',
      headers,
      body: JSON.stringify({ password: `another horse ${index}` }),
    }),
  );
  // The first response has arrived, so the other requests are in progress.
  await Promise.race(slow);
  const { value: exitCode, ms } = await timed(server.end('SIGTERM'));
  const answers = await Promise.all(slow);
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(exitCode).toBe(0);
  expect(ms).toBeLessThan(stretched(10_000));
});

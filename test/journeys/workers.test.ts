import { expect, test } from 'bun:test';
import { freePort } from '../../scripts/services.ts';
import { addAccount } from '../support/add-account.ts';
import { newReadyEnvironment, onEachEngine } from '../support/engines.ts';
import { countListeners } from '../support/listeners.ts';
import { PROGRAM, signpost, startServer, workersOf } from '../support/server-process.ts';
import { waitUntil } from '../support/wait.ts';

const WORKERS = 2;

/** Each request uses a new connection, so that the kernel spreads requests over all workers. */
const NEW_CONNECTION = { Connection: 'close' };

async function addUser(environment: Record<string, string>): Promise<Record<string, string>> {
  return { ...NEW_CONNECTION, Authorization: `Bearer ${await addAccount(environment)}` };
}

/** Responses do not reveal their worker, but this many requests reach both. */
const MANY = 40;

onEachEngine('several workers on one port', (engine) => {
  async function start(own: Record<string, string> = {}) {
    const environment = { ...(await newReadyEnvironment(engine)), WORKERS: String(WORKERS), ...own };
    const server = await startServer(environment);
    // The server is ready with its first worker.
    await waitUntil('both workers listen', () => countListeners(Number(new URL(server.url).port)) === WORKERS);
    const headers = await addUser(environment);
    const send = (method: string, path: string, body?: object) =>
      server.fetch(path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    async function clicksOfLink(): Promise<number> {
      const { data } = (await (await send('GET', '/api/url/1')).json()) as { data: { clicks: number } };
      return data.clicks;
    }
    const visit = () => server.fetch('/spring', { headers: NEW_CONNECTION, redirect: 'manual' });
    return { server, send, visit, clicksOfLink };
  }

  test('workers share one rate limit and one state, and count every visit before they report it', async () => {
    const { server, send, visit, clicksOfLink } = await start({ RATE_LIMIT: '200' });
    expect(workersOf(server)).toHaveLength(WORKERS);
    await send('POST', '/api/url/add', { url: 'https://example.com/old', custom: 'spring' });
    for (let count = 0; count < MANY; count += 1) {
      expect((await visit()).headers.get('Location')).toBe('https://example.com/old');
    }
    for (let count = 0; count < 4; count += 1) {
      expect(await clicksOfLink()).toBe(MANY);
    }
    // Now every worker has the link in its cache.
    await send('PUT', '/api/url/1/update', { url: 'https://example.com/new' });
    // A request for statistics waits for a reply of every worker, which each sends after it has received the update.
    await clicksOfLink();
    for (let count = 0; count < MANY; count += 1) {
      expect((await visit()).headers.get('Location')).toBe('https://example.com/new');
    }
    expect(await clicksOfLink()).toBe(2 * MANY);
    const metrics = await (await server.fetch('/metrics', { headers: NEW_CONNECTION })).text();
    const counted = [...metrics.matchAll(/^signpost_clicks_counted_total\{kind="people",worker="(\d)"\} (\d+)$/gm)];
    expect(counted.map(([, worker]) => worker).toSorted()).toEqual(['1', '2']);
    expect(counted.reduce((sum, [, , clicks]) => sum + Number(clicks), 0)).toBe(2 * MANY);

    const used = 1 + 4 + 1 + 2;
    // A worker that must wait too long for the shared counter counts for itself, so not all requests are sent at once.
    const statuses: number[] = [];
    while (statuses.length < 300) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => send('GET', '/api/account')));
      statuses.push(...answers.map(({ status }) => status));
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(200 - used);
    expect(await server.end()).toBe(0);
  });

  test('a killed worker is replaced, and the visits it served are counted', async () => {
    const { server, send, visit, clicksOfLink } = await start();
    await send('POST', '/api/url/add', { url: 'https://example.com/', custom: 'spring' });
    const [first = 0] = workersOf(server);
    for (let count = 0; count < MANY; count += 1) await visit();
    process.kill(first, 'SIGKILL');
    const isReplaced = (pids: number[]) => pids.length === WORKERS && !pids.includes(first);
    await waitUntil('the killed worker is replaced', () => isReplaced(workersOf(server)), { everyMs: 50 });
    await waitUntil('its visits are counted', async () => (await clicksOfLink()) >= MANY, { everyMs: 100 });
    expect(await clicksOfLink()).toBe(MANY);
    expect(server.output.stdout).toContain('a worker ended; starting another one');
    expect(await server.end()).toBe(0);
  });
});

test('workers exit with their parent process, and a port in use is reported once', async () => {
  const environment = { ...(await newReadyEnvironment('sqlite')), WORKERS: String(WORKERS) };
  const server = await startServer(environment);
  const workers = workersOf(server);
  const { port } = new URL(server.url);
  const second = await signpost(['serve'], { ...environment, PORT: port, HOST: '127.0.0.1' });
  expect(second).toMatchObject({ exitCode: 1, stdout: '' });
  expect(second.stderr).toBe(`signpost: PORT ${port} is in use by another program. Stop it or set another PORT.\n`);
  await server.end('SIGKILL');
  const isAlive = (pid: number) => Bun.spawnSync(['ps', '-p', String(pid)]).exitCode === 0;
  await waitUntil('both workers have ended', () => !workers.some(isAlive), { everyMs: 20 });
});

/** Starts one worker with this process as its parent, in place of `serve`. */
async function startWorker(port: number, own: Record<string, string> = {}) {
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, HOST: '127.0.0.1', ...(await newReadyEnvironment('sqlite')), ...own };
  const words = [PROGRAM, 'worker', '--port', String(port), '--number', '1'];
  return Bun.spawn(words, { env, stdio: ['ignore', 'ignore', 'pipe'], ipc: () => {} });
}

test('a worker that cannot start reports the reason and exits, so that another can be started', async () => {
  const holder = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() });
  const worker = await startWorker(holder.port ?? 0);
  expect(await worker.exited).toBe(1);
  expect(await worker.stderr.text()).toContain(`PORT ${holder.port} is in use by another program`);
  await holder.stop();
});

test('a worker whose parent process ends during the start exits too', async () => {
  const worker = await startWorker(await freePort());
  worker.disconnect();
  expect(await worker.exited).toBe(1);
});

test('a worker listens on the port only when it is ready; until then the others serve', async () => {
  const port = await freePort();
  const worker = await startWorker(port);
  const tryIt = () => fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
  const first = await waitUntil('the worker listens', tryIt);
  expect(first.status).toBe(200);
  worker.kill();
  expect(await worker.exited).toBe(0);
});

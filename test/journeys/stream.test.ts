import { expect, test } from 'bun:test';
import { streamEvent } from '../../src/feeds/feed.contract.ts';
import { addAccount } from '../support/add-account.ts';
import { newReadyEnvironment } from '../support/engines.ts';
import { EventReader } from '../support/event-reader.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { stretched, waitUntil } from '../support/wait.ts';

// Bun closes a connection that is silent for this long.
const IDLE_LIMIT_MS = 10_000;

async function start(): Promise<{ server: ServerProcess; headers: Record<string, string> }> {
  const environment = { ...(await newReadyEnvironment('sqlite')), RATE_LIMIT: '100000' };
  const headers = { Authorization: `Bearer ${await addAccount(environment)}` };
  return { server: await startServer(environment), headers };
}

test('a stream outlasts the limit for idle connections, and a stop does not wait for it [sqlite]', async () => {
  const { server, headers } = await start();
  const openedMs = performance.now();
  const reader = new EventReader(await server.fetch('/api/stream', { headers }));
  expect((await reader.next())?.comment).toBe('hello');
  expect((await reader.next())?.comment).toBe('beat');
  expect(performance.now() - openedMs).toBeGreaterThan(IDLE_LIMIT_MS + 3_000);

  const body = JSON.stringify({ url: 'https://example.com/' });
  await server.fetch('/api/url/add', { method: 'POST', headers, body });
  const created = await reader.nextEvent();
  expect(created).toMatchObject({ event: 'link', data: { change: 'created' } });
  const { link, alias } = created?.data ?? {};
  await server.fetch(`/${alias}`, { redirect: 'manual', headers: { 'Accept-Language': 'de' } });
  const click = await reader.nextEvent();
  expect(click).toMatchObject({ event: 'click', data: { link, alias, language: 'German' } });
  expect(streamEvent.safeParse(click).error).toBeUndefined();

  const stoppedMs = performance.now();
  expect(await server.end('SIGTERM')).toBe(0);
  expect(performance.now() - stoppedMs).toBeLessThan(stretched(2_000));
  expect(await reader.next()).toBeUndefined();
});

test('clients that disconnect free their places [sqlite]', async () => {
  const { server, headers } = await start();
  const leaving = new AbortController();
  const open = () => server.fetch('/api/stream', { headers, signal: leaving.signal });
  // Kept, because the client closes a response that nothing refers to.
  const streams: Response[] = [];
  for (let count = 0; count < 10; count += 1) streams.push(await open());
  expect(streams.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect((await open()).status).toBe(429);
  leaving.abort();
  const isFree = async () => (await server.fetch('/api/stream', { headers })).status === 200;
  await waitUntil('a place is free', isFree, { limitMs: 5_000 });
  expect(await server.end('SIGTERM')).toBe(0);
});
